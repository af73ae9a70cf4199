/// What a store knows of one domain: the facts that are published together with its items.
public struct StoredDomain: Sendable, Hashable {
  /// The domain.
  public var name: String
  /// Its number in the store: a higher one is a later build.
  public var generation: Int
  /// The facts that the builder gave.
  public var facts: DomainFacts
  /// How many items there are.
  public var items: Int
  /// How many distinct words there are.
  public var terms: Int
  /// How much room they take.
  public var bytes: Int

  /// Makes a record of a domain.
  public init(
    name: String, generation: Int, facts: DomainFacts, items: Int, terms: Int, bytes: Int
  ) {
    self.name = name
    self.generation = generation
    self.facts = facts
    self.items = items
    self.terms = terms
    self.bytes = bytes
  }
}
