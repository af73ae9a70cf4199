import SegmentFiles
import FootlightDiagnostics

/// A disjunction: lists of which at least one leading one must hold a document, walked as MaxScore does.
///
/// The leading lists are in the order of their maxima; the first ones, as soon as their maxima together cannot beat
/// the worst hit, lead no more and are only looked into.
final class Disjunction {
  /// Ascending by their maxima.
  private let leading: [ListCursor]
  private let optional: [WordSource]
  /// The sums of the maxima of the optional lists and of the first leading ones.
  private let sums: [Int]
  private var essential = 0
  /// The smallest document at hand among the essential lists; nil at the end.
  private(set) var document: UInt32?

  init(leading: [ListCursor], optional: [WordSource]) {
    self.leading = leading
    self.optional = optional
    var sum = 0
    for list in optional { sum += list.highest }
    var sums = [sum]
    for list in leading {
      sum += list.highest
      sums.append(sum)
    }
    self.sums = sums
    findDocument()
  }

  private func findDocument() {
    var least = UInt32.max
    for index in essential..<leading.count { least = min(least, leading[index].document) }
    document = least == .max ? nil : least
  }

  /// The score of a document; nil when it cannot beat `threshold`.
  func score(_ document: UInt32, beating threshold: Int, _ weighted: (Int) -> Int)
    throws(Failure) -> Int?
  {
    var sum = 0
    for index in essential..<leading.count where leading[index].document == document {
      sum += leading[index].contribution
    }
    var index = essential
    while index > 0 {
      if threshold >= 0, weighted(sum + sums[index]) <= threshold { return nil }
      index -= 1
      if try leading[index].advance(to: document) == document {
        sum += leading[index].contribution
      }
    }
    if threshold >= 0, weighted(sum + sums[0]) <= threshold { return nil }
    for list in optional {
      switch list {
      case .cursor(let cursor):
        if try cursor.advance(to: document) == document { sum += cursor.contribution }
      case .probe(let probe): sum += try probe.contribution(document) ?? 0
      }
    }
    return sum
  }

  /// An upper bound of the scores from a document on, and the last document it holds for: block-max.
  func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    var score = 0
    var last = UInt32.max
    func add(_ list: ListCursor) {
      let other = list.bound(document)
      score += other.contribution
      last = min(last, other.last)
    }
    for list in leading { add(list) }
    for list in optional {
      switch list {
      case .cursor(let cursor): add(cursor)
      case .probe(let probe): score += probe.highest
      }
    }
    return (score, last)
  }

  /// Moves to the first document that is not below `target`.
  func advance(to target: UInt32) throws(Failure) {
    for index in essential..<leading.count { try leading[index].advance(to: target) }
    findDocument()
  }

  /// Moves behind the document at hand; lists that cannot beat `threshold` alone stop leading.
  func advance(beating threshold: Int, _ weighted: (Int) -> Int) throws(Failure) {
    guard let document else { return }
    for index in essential..<leading.count where leading[index].document == document {
      try leading[index].advance()
    }
    while threshold >= 0, essential < leading.count,
      weighted(sums[essential + 1]) <= threshold
    {
      essential += 1
    }
    findDocument()
  }
}
