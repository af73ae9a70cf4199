/// How much work with postings costs, and how much of it a count is worth.
enum PostingCost {
  /// How many postings are read for a count; beyond that it is a lower bound.
  static let mostCounted = 65_536
  /// The cost of opening a list, in postings: a prefix may have very many lists of one posting.
  static let list = 32
  /// A prefix with more postings does not lead where another word can: neither to score, where hardly any document may be
  /// among the best, nor for a count that has a bound.
  static let mostLeading = 1 << 17
  /// A prefix with more postings is not read whole for a count that has a bound, even if many documents were met.
  static let mostUnited = 1 << 18
  /// With fewer documents than these a wide prefix is always made a table.
  static let smallSegment = 1 << 18
  /// How much more a posting costs in a segment with so many items, as a table of all of them lies in no cache.
  static func far(items: Int) -> Int { max(1, min(8, items >> 21)) }
}
