import FootlightPlatform
import SegmentFiles
import TextAnalysis

/// The texts of a segment's terms, each read once a query.
final class TermTexts {
  private let stored: Segment
  private var texts: [UInt32: [UInt8]] = [:]
  private var stopWords: [UInt32: Bool] = [:]

  init(_ stored: Segment) {
    self.stored = stored
  }

  /// The text of a term, if it was asked for before.
  func known(_ term: UInt32) -> [UInt8]? { texts[term] }

  /// The text of a term; empty when there is none.
  func text(_ term: UInt32) throws(Failure) -> [UInt8] {
    if let known = texts[term] { return known }
    let text = try stored.text(ofTerm: term) ?? []
    texts[term] = text
    return text
  }

  /// Whether a term is a stop word, which has no posting in long texts.
  func isStopWord(_ term: UInt32) throws(Failure) -> Bool {
    if let known = stopWords[term] { return known }
    let text = try stored.text(ofTerm: term) ?? []
    let isStopWord = stored.analyzer.isStopWord(text)
    stopWords[term] = isStopWord
    return isStopWord
  }
}

extension SegmentQuery {
  /// The text of a term that was asked for before, or is a word of the plan.
  func knownText(ofTerm term: UInt32) -> [UInt8]? {
    texts.known(term) ?? looked.text(ofTerm: term, plan)
  }

  /// The text of a term; empty when there is none.
  func text(ofTerm term: UInt32) throws(Failure) -> [UInt8] {
    if let known = knownText(ofTerm: term) { return known }
    return try texts.text(term)
  }

  /// The numbers of terms; nil when one is not there.
  func terms(_ texts: [[UInt8]]) throws(Failure) -> [UInt32]? {
    var numbers: [UInt32] = []
    for text in texts {
      var arena = ByteArena(capacity: text.count + 8)
      arena.append(text)
      guard let entry = try stored.term(arena) else { return nil }
      numbers.append(entry.number)
    }
    return numbers
  }
}
