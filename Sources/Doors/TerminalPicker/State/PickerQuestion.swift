import Footlight
import FootlightPlatform
import JSONAnswers

/// A question of the screen: the words, and the values that narrow the search.
struct PickerQuestion: Sendable, Hashable {
  var text = ""
  /// The domains that were chosen; all when there are none.
  var domains: [String] = []
  /// The values of attributes that were chosen.
  var filters: [ChosenValue] = []
  /// The number of hits that are already there.
  var offset = 0
  /// The number of hits that are wanted beside these.
  var limit = 50
  /// Whether values are counted to choose from, and of which attributes.
  var facets: [String]?

  /// Whether words are looked for.
  var hasWords: Bool { !text.allSatisfy(\.isWhitespace) }

  /// Whether there is nothing to look for.
  var isEmpty: Bool { domains.isEmpty && filters.isEmpty && !hasWords }

  /// Whether another question is about the same hits, only further down, or about their values.
  func isAboutHits(of other: PickerQuestion) -> Bool {
    text == other.text && domains == other.domains && filters == other.filters
  }

  /// The options with which the library is asked.
  var options: SearchOptions {
    var options = SearchOptions(domains: domains, limit: limit, offset: offset)
    options.filters = ChosenValue.written(filters)
    options.findsAll = !hasWords
    return options
  }
}

/// A value of an attribute that hits must have.
struct ChosenValue: Sendable, Hashable {
  var attribute: String
  var value: FacetValue

  /// The value as people read it.
  var text: String { value.written }

  /// The conditions as a query writes them; values of one attribute are alternatives.
  static func written(_ values: [ChosenValue]) -> [String] {
    var names: [String] = []
    for value in values where !names.contains(value.attribute) { names.append(value.attribute) }
    return names.map { name in
      let alternatives = values.filter { $0.attribute == name }.map { quoted($0.value) }
      return name + ":" + alternatives.joined(separator: ",")
    }
  }

  private static func quoted(_ value: FacetValue) -> String {
    guard case .text(let text) = value else { return value.written }
    return "\"" + Quoting.backslashed(text, "\"\\") + "\""
  }
}

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
