/// When items expire: of those that stay the first moment, of those that were left out the last one.
package struct Expiries: Sendable, Hashable {
  /// When the first of the items that stay expires; nil for never.
  package var next: Int64?
  /// When the last of those that were left out had expired; nil where none was.
  ///
  /// A clock before that moment has gone back: then there are items again that were left out.
  package var passed: Int64?

  /// Nothing is known yet.
  package init(next: Int64? = nil, passed: Int64? = nil) {
    self.next = next
    self.passed = passed
  }

  /// Notes an item that stays; `.max` for one that never expires.
  package mutating func keep(_ moment: Int64) {
    if moment < next ?? .max { next = moment }
  }

  /// Notes an item that is left out because it has expired.
  package mutating func leaveOut(_ moment: Int64) {
    if moment > passed ?? .min { passed = moment }
  }

  /// Takes what is known of other items.
  package mutating func formUnion(_ other: Expiries) {
    if let next = other.next { keep(next) }
    if let passed = other.passed { leaveOut(passed) }
  }
}
