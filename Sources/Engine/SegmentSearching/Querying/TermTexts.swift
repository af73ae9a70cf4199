import FootlightPlatform
import TextAnalysis

/// The texts of a segment's terms, and the entries of texts, each read once a query.
final class TermTexts {
  private let stored: Segment
  private var texts: [UInt32: [UInt8]] = [:]
  private var entries: [[UInt8]: TermEntry?] = [:]
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

  /// The entry of a text; nil when it is no term.
  func entry(_ text: [UInt8]) throws(Failure) -> TermEntry? {
    if let known = entries[text] { return known }
    let entry = try stored.term(text)
    entries[text] = .some(entry)
    return entry
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
      guard let entry = try self.texts.entry(text) else { return nil }
      numbers.append(entry.number)
    }
    return numbers
  }
}

/// The terms of a segment that a word of a query stands for, by their numbers: a token is compared with them as a number.
package struct TermSet: Sendable {
  /// Ascending; none touches another.
  package private(set) var ranges: [Range<UInt32>] = []
  /// The terms by their last six bits: most of those of a text are none of the query's.
  private var sieve: UInt64 = 0

  init(_ terms: [UInt32] = []) {
    for term in terms.sorted() { add(term..<term + 1) }
  }

  init(_ range: Range<UInt32>) {
    if !range.isEmpty { add(range) }
  }

  private mutating func add(_ range: Range<UInt32>) {
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
    guard range.count < 64 else {
      sieve = .max
      return
    }
    for term in range { sieve |= 1 << UInt64(term & 63) }
  }

  var isEmpty: Bool { ranges.isEmpty }

  /// Whether another set holds all of its terms.
  func isWithin(_ other: TermSet) -> Bool {
    ranges.allSatisfy { range in
      other.ranges.contains {
        $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
      }
    }
  }

  @inline(__always)
  package func contains(_ term: UInt32) -> Bool {
    guard sieve >> UInt64(term & 63) & 1 == 1 else { return false }
    if ranges.count == 1 { return ranges[0].contains(term) }
    let place = ranges.indices.partitionPoint { ranges[$0].upperBound <= term }
    return place < ranges.count && ranges[place].contains(term)
  }
}
