/// An analysed query: its words are terms, ready to be looked up.
public indirect enum QueryExpression: Sendable, Hashable {
  /// Words that must all be there, in one field or anywhere.
  case words([QueryWord], field: Field?)
  /// Words side by side.
  case phrase(QueryPhrase, field: Field?)
  /// The item with this id, byte for byte.
  case identifier(String)
  /// A condition on an attribute.
  case filter(AttributeFilter)
  /// One of these domains or groups.
  case domain([String])
  case not(QueryExpression)
  case all([QueryExpression])
  case any([QueryExpression])

  /// Calls `body` with every part that is no `not`, `all` or `any`; `isNegated` within a `not`.
  package func forEachLeaf(
    isNegated: Bool = false, _ body: (_ leaf: QueryExpression, _ isNegated: Bool) -> Void
  ) {
    switch self {
    case .not(let inside): inside.forEachLeaf(isNegated: !isNegated, body)
    case .all(let parts), .any(let parts):
      for part in parts { part.forEachLeaf(isNegated: isNegated, body) }
    case .words, .phrase, .identifier, .filter, .domain: body(self, isNegated)
    }
  }
}

/// Words that must stand side by side in one text.
public struct QueryPhrase: Sendable, Hashable {
  /// The words that are looked up; none of them is a prefix.
  package let words: [QueryWord]
  /// The sequence of the phrase, as texts hold it.
  package let tokens: [[UInt8]]
  /// The phrase as names hold it: cut between letters and digits, without symbols.
  package let nameWords: [QueryWord]
  /// Its sequence there.
  package let nameTokens: [[UInt8]]
}
