/// How much work with postings costs, and how much of it a count is worth.
enum PostingCost {
  /// How many postings are read for a count; beyond that it is a lower bound.
  static let mostCounted = 65_536
  /// How many are read when it is a lower bound anyway.
  static let sample = 8_192
  /// The cost of opening a list, in postings: a prefix may have very many lists of one posting.
  static let list = 32
}
