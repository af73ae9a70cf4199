package import FootlightPlatform
import TextAnalysis

/// Looks whether words stand in one field of a document.
///
/// The forward index says most; what is derived of several names, or of both description and body,
/// is decided by the stored text, analysed again.
package final class FieldVerifier {
  private let query: SegmentQuery
  private let field: Field
  private let wanted: [Wanted]

  /// A word: terms of which one must be there, or a run that must stand side by side.
  private struct Wanted {
    var atom: Int
    var terms: TermSet
    var run: [UInt32]
    var texts: [[UInt8]]
    var isPrefix: Bool
    /// Where it stands within words.
    var inside: QueryWord.Inside?
    /// A bigram alone is a derived term; it is looked for as the run that it is.
    var isRun: Bool { !run.isEmpty }
  }

  package init(_ query: SegmentQuery, _ field: Field, _ places: [Int]) throws(Failure) {
    self.query = query
    self.field = field
    var wanted: [Wanted] = []
    for place in places {
      let planned = query.plan.words[place]
      let atom = planned.atoms.lowerBound
      let isRun = !planned.characters.isEmpty
      wanted.append(
        Wanted(
          atom: atom, terms: isRun ? TermSet() : try query.looked.terms(atom),
          run: isRun ? try query.terms(planned.characters) ?? [] : [],
          texts: planned.group(query.synonyms),
          isPrefix: planned.isPrefix, inside: planned.inside))
    }
    self.wanted = wanted
  }

  /// Whether all words stand in the field.
  package func holds(_ document: UInt32) throws(Failure) -> Bool {
    for word in wanted where !(try holds(document, word)) { return false }
    return true
  }

  private func holds(_ document: UInt32, _ word: Wanted) throws(Failure) -> Bool {
    var isThere = false
    // The forward index cannot tell these from another field.
    var isDoubtful = false
    var failure: Failure?
    func holds(_ list: NameTerms, isLong: Bool = false) -> Bool {
      do throws(Failure) {
        return try self.holds(list, word, isLong: isLong)
      } catch {
        failure = error
        return false
      }
    }
    try query.forward.forEachField(document, onlyNames: field == .title || field == .alias) {
      part, list in
      let belongs: Bool
      switch part {
      case .name(let ordinal):
        belongs = field == (ordinal == 0 ? .title : .alias)
        // An alias that is the title's equal is no name of its own.
        if ordinal == 0, field == .alias, holds(list) { isDoubtful = true }
      case .keywords: belongs = field == .keyword
      case .description: belongs = field == .description
      case .body: belongs = field == .body
      case .namesExtra, .longExtra:
        let concerns =
          if case .namesExtra = part { field == .title || field == .alias } else {
            field == .description || field == .body
          }
        if concerns, !isThere, holds(list) { isDoubtful = true }
        return true
      }
      if belongs, !isThere, holds(list, isLong: field == .description || field == .body) {
        isThere = true
      }
      return failure == nil
    }
    if let failure { throw failure }
    if isThere { return true }
    guard isDoubtful else { return false }
    return try isInText(document, word)
  }

  private func holds(
    _ list: NameTerms, _ word: Wanted, isLong: Bool
  ) throws(Failure) -> Bool {
    if word.isRun { return list.holds(word.run) }
    for index in 0..<list.count where word.terms.contains(list[index]) {
      // A stop word has no posting in a long text, so it is not found there.
      guard isLong, try query.texts.isStopWord(list[index]) else { return true }
    }
    return false
  }

  /// Analyses the field's stored text.
  private func isInText(_ document: UInt32, _ word: Wanted) throws(Failure) -> Bool {
    let item = try query.stored.item(
      document, withBody: field == .body, &query.scratch.buffers.stored)
    let texts: [String]
    switch field {
    case .title: texts = [item.title]
    case .alias: texts = Array(item.aliases)
    case .keyword: texts = Array(item.keywords)
    case .description: texts = [item.description]
    case .body: texts = [item.body]
    case .id: texts = []
    }
    let isLong = field == .description || field == .body
    let forms: [AnalysisForm] = field == .title || field == .alias ? [.field, .name] : [.field]
    let analyzer = query.stored.analyzer
    for text in texts {
      for form in forms {
        for token in analyzer.analyze(text, as: form) {
          if isLong, token.traits.contains(.stopWord) { continue }
          let bytes = Array(token.text.utf8)
          if let stems = query.stems, stems.isStemmed(word.atom) {
            if stems.holds(word.atom, word: bytes) { return true }
            continue
          }
          let isWanted = word.texts.contains {
            if let inside = word.inside { return inside.holds(bytes, $0) }
            return word.isPrefix ? bytes.starts(with: $0) : bytes == $0
          }
          if isWanted { return true }
        }
      }
    }
    return false
  }
}
