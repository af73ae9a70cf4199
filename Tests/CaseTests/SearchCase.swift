import Footlight

/// One folder of `Tests/Cases`: what is declared there, what is asked, and what must be found.
struct SearchCase {
  /// The name of the folder.
  var name: String
  /// The folder.
  var folder: String
  /// What the case is about.
  var about: String
  /// The declarations, without their folder.
  var declarations: [String]
  /// How many items domains must hold.
  var items: [String: Int]
  /// How many bad records domains must have met.
  var badRecords: [String: Int]
  /// Whether it is about stems, which not every build has.
  var needsStems: Bool
  /// Whether it has declarations of its own; without, the bundled domains are searched.
  var hasDomains: Bool { !declarations.isEmpty }
  /// The searches, in their order.
  var searches: [Search]
  /// Items as they must be.
  var expectedItems: [ExpectedItem]
}

extension SearchCase {
  /// What is asked, and what must be found.
  struct Search {
    /// Where it stands.
    var location: SourceLocation
    /// The query.
    var query: String
    /// How it is asked.
    var options: SearchOptions
    /// What the hits must be.
    var expected: [Expectation]
    /// Only hits of tiers up to this one are looked at; nil for all.
    var within: Int?
    /// Why; shown when it is not so.
    var reason: String?
  }

  /// One thing that must hold for an answer.
  enum Expectation {
    /// The whole page in this order.
    case ids([String])
    /// The page begins with these.
    case first([String])
    /// The whole page in any order.
    case anyOrder([String])
    /// None of these is on the page.
    case without([String])
    /// The tiers of the first hits.
    case tiers([Int])
    /// How many more items the first hits stand for.
    case more([Int])
    /// How many metres the first hits are away.
    case distances([Int])
    /// How many items match.
    case total(Int)
    /// The field that matched in the first hit.
    case matched(String)
    /// The values of an attribute and how many hits have each, in this order.
    case facet(String, [String])
  }

  /// An item as it must be; what is nil is not compared.
  struct ExpectedItem {
    /// Where it stands.
    var location: SourceLocation
    /// The id, with its domain when the case has several.
    var id: String
    /// Whether there must be no such item.
    var isAbsent = false
    /// Fields that hold one text, by name.
    var texts: [String: String] = [:]
    /// Fields that hold several, by name.
    var lists: [String: [String]] = [:]
    /// All attributes, each as its texts.
    var attributes: [String: [String]]?
  }
}
