import Footlight

/// The answer to a question: hits, and the values to choose from when they were asked for.
struct PickerAnswer: Sendable {
  /// A domain and how many hits it has.
  struct DomainCount: Sendable, Hashable {
    var domain: String
    var count: Int
    var isAtLeast: Bool
  }

  /// Which question it answers.
  var number: Int
  var question: PickerQuestion
  var result: Result<Answer, Failure>
  var domains: [DomainCount] = []
}

/// An item whole, with what of it matched.
struct PickerPreview: Sendable {
  /// The hit's address.
  var address: String
  /// The item; nil when it is gone.
  var item: Item?
  /// The words that matched, in the body and the description: ranges of Unicode scalars.
  var bodyMarks: [Range<Int>] = []

  /// As much of a body is shown; the rest is for `show`.
  static let longestBody = 20_000
}
