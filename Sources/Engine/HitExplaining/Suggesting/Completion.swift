/// A completion of a text that is being typed.
public struct Completion: Sendable, Hashable {
  /// Where it is from.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The title of an item, or one of its aliases.
    case title, alias
    /// The text with its last word completed.
    case word
    /// A query that was asked before and found something (`log: true`).
    case query
  }

  /// The completed text.
  public var text: String
  /// Where it is from.
  public var kind: Kind
  /// The domain; of a word the one that holds it most often, of a query none.
  public var domain: String
  /// The id of the item that is called so; nil for a word.
  public var id: String?
  /// How many items hold the word, or how often the query was asked; nil for a name.
  public var count: Int?
  /// The place of its segment in the request, or of its domain, until the domain has its name.
  package var place = 0

  /// Makes a completion.
  package init(text: String, kind: Kind, domain: String, id: String? = nil, count: Int? = nil) {
    self.text = text
    self.kind = kind
    self.domain = domain
    self.id = id
    self.count = count
  }

  /// Makes a completion by the place of its segment.
  package init(text: String, kind: Kind, place: Int, id: String? = nil, count: Int? = nil) {
    self.init(text: text, kind: kind, domain: "", id: id, count: count)
    self.place = place
  }

  /// The same completion with the name of its domain in the place of a number.
  package func named(_ domains: [String]) -> Completion {
    Completion(text: text, kind: kind, domain: domains[place], id: id, count: count)
  }
}
