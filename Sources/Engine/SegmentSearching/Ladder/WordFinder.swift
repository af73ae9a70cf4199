package import FootlightPlatform
import TextAnalysis

/// Looks for some words of a search in the fields of a document, as tiers 3 to 6 find them there.
package final class WordFinder {
  /// How many bytes of a text are looked through.
  package static let textLimit = 1 << 17

  /// A word: an atom, or a run that must stand side by side: of characters, or a phrase.
  private struct Wanted {
    var atom: Int
    var terms: TermSet
    var isRun: Bool
    /// The terms of a run, and as names hold it; empty when one of them is nowhere.
    var run: [UInt32]
    var nameRun: [UInt32]
    /// The word, and those that count as it.
    var texts: [[UInt8]]
    var isPrefix: Bool
    /// Where it stands within words.
    var inside: QueryWord.Inside?
    /// Whether it looks at names alone.
    var onlyNames: Bool
  }

  private let query: SegmentQuery
  private let wanted: [Wanted]
  /// The only field that counts; nil for all.
  package let field: Field?

  package init(_ query: SegmentQuery, _ words: [Int], in field: Field? = nil) throws(Failure) {
    self.query = query
    self.field = field
    var wanted: [Wanted] = []
    for word in words {
      let planned = query.plan.words[word]
      let isRun = !planned.characters.isEmpty
      let run = try isRun ? query.terms(planned.characters) ?? [] : []
      wanted.append(
        Wanted(
          atom: planned.atoms.lowerBound,
          terms: isRun ? TermSet() : try query.looked.terms(planned.atoms.lowerBound),
          isRun: isRun, run: run, nameRun: run,
          texts: planned.group(query.synonyms),
          isPrefix: planned.isPrefix, inside: planned.inside, onlyNames: planned.isShort(query.plan)
        ))
    }
    self.wanted = wanted
  }

  /// Looks for a phrase.
  package init(_ query: SegmentQuery, _ phrase: PlannedPhrase, in field: Field?)
    throws(Failure)
  {
    self.query = query
    self.field = field
    wanted = [
      Wanted(
        atom: 0, terms: TermSet(), isRun: true, run: try query.terms(phrase.tokens) ?? [],
        nameRun: try query.terms(phrase.nameTokens) ?? [], texts: [], isPrefix: false,
        onlyNames: false)
    ]
  }

  /// Whether a list of terms holds one of the words.
  package func isFound(in list: NameTerms, _ part: ForwardPart) throws(Failure) -> Bool {
    guard field.map(part.fields.contains) ?? true else { return false }
    var isName = false
    var isLong = false
    switch part {
    case .name, .namesExtra: isName = true
    case .keywords: break
    case .description, .body, .longExtra: isLong = true
    }
    for place in wanted.indices where isName || !wanted[place].onlyNames {
      guard !wanted[place].isRun else {
        if holds(wanted[place], list, part) { return true }
        continue
      }
      for index in 0..<list.count where wanted[place].terms.contains(list[index]) {
        // A stop word has no posting in a long text: nothing was found by it.
        guard isLong, try query.texts.isStopWord(list[index]) else { return true }
      }
    }
    return false
  }

  /// Whether the terms of a run stand side by side; what is derived makes no sequence.
  private func holds(_ word: Wanted, _ list: NameTerms, _ part: ForwardPart) -> Bool {
    switch part {
    case .name: list.holds(word.nameRun)
    case .keywords: list.holds(word.run, before: list.sequenceEnd)
    case .description, .body: list.holds(word.run)
    case .namesExtra, .longExtra: false
    }
  }

  /// Whether a text, whose beginning is analysed, holds one of the words or something from which one is
  /// derived.
  package func isFound(in text: String, isLong: Bool = false) -> Bool {
    let source = ByteArena(text)
    var range = source.all
    if source.count > WordFinder.textLimit {
      range = ByteRange(start: 0, count: WordFinder.textLimit)
    }
    var buffer = TokenBuffer()
    query.stored.analyzer.analyze(source, range, as: .field, into: &buffer)
    for token in buffer.tokens where !(isLong && token.traits.contains(.stopWord)) {
      let bytes = buffer.bytes.bytes(token.text)
      for word in wanted where !word.isRun {
        if query.stems?.isStemmed(word.atom) ?? false {
          if query.stems?.holds(word.atom, word: bytes) ?? false { return true }
        } else if word.texts.contains(where: { text in
          if let inside = word.inside { return inside.holds(bytes, text) }
          return word.isPrefix ? bytes.starts(with: text) : bytes == text
        }) {
          return true
        }
      }
    }
    return false
  }
}
