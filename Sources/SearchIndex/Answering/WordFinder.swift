import FootlightDiagnostics
import FootlightPlatform
import TextAnalysis

/// Looks for some words of a search in the parts of a document, as tiers 3 to 6 find them there.
final class WordFinder {
  /// A word: an atom, or a run of characters that must stand side by side.
  private struct Wanted {
    var atom: Int
    var isRun: Bool
    /// The characters of a run as terms; empty when one of them is nowhere.
    var run: [UInt32]
    /// The word, and those that count as it.
    var texts: [[UInt8]]
    var isPrefix: Bool
    /// Whether it looks at names alone.
    var onlyNames: Bool
  }

  private let search: SegmentSearch
  private let wanted: [Wanted]
  /// Which terms are stop words, as far as somebody asked.
  private var stopWords: [UInt32: Bool] = [:]

  init(_ search: SegmentSearch, _ words: [Int]) throws(Failure) {
    self.search = search
    var wanted: [Wanted] = []
    for word in words {
      let planned = search.plan.words[word]
      let isRun = !planned.characters.isEmpty
      let run = try isRun ? search.terms(planned.characters) ?? [] : []
      wanted.append(
        Wanted(
          atom: planned.atoms.lowerBound, isRun: isRun, run: run,
          texts: planned.takesSynonyms
            ? search.synonyms.group(of: planned.text) : [planned.text],
          isPrefix: planned.isPrefix, onlyNames: planned.isShort(search.plan)))
    }
    self.wanted = wanted
  }

  /// Whether a list of terms holds one of the words.
  func isFound(in list: NameTerms, _ part: ForwardPart) throws(Failure) -> Bool {
    var isName = false
    var isLong = false
    switch part {
    case .name, .namesExtra: isName = true
    case .keywords: break
    case .description, .body, .longExtra: isLong = true
    }
    for word in wanted where isName || !word.onlyNames {
      if word.isRun {
        if !word.run.isEmpty, list.holds(word.run) { return true }
        continue
      }
      for index in 0..<list.count where try search.isFound(word.atom, by: list[index]) {
        // A stop word has no posting in a long text: nothing was found by it.
        guard isLong, try isStopWord(list[index]) else { return true }
      }
    }
    return false
  }

  private func isStopWord(_ term: UInt32) throws(Failure) -> Bool {
    if let known = stopWords[term] { return known }
    let text = try search.generation.text(ofTerm: term) ?? []
    let isStopWord = search.generation.analyzer.isStopWord(text)
    stopWords[term] = isStopWord
    return isStopWord
  }

  /// Whether a text, whose beginning is analysed, holds one of the words or something from which one is
  /// derived.
  func isFound(in text: String, isLong: Bool = false) -> Bool {
    let source = ByteArena(text)
    var range = source.all
    if source.count > HitMarker.bodyLimit {
      range = ByteRange(start: 0, count: HitMarker.bodyLimit)
    }
    var buffer = TokenBuffer()
    search.generation.analyzer.analyze(source, range, as: .field, into: &buffer)
    for token in buffer.tokens where !(isLong && token.traits.contains(.stopWord)) {
      let bytes = buffer.bytes.bytes(token.text)
      for word in wanted where !word.isRun {
        if search.stems?.isStemmed(word.atom) ?? false {
          if search.stems?.holds(word.atom, word: bytes) ?? false { return true }
        } else if word.texts.contains(where: {
          word.isPrefix ? bytes.starts(with: $0) : bytes == $0
        }) {
          return true
        }
      }
    }
    return false
  }
}
