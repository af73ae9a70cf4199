/// A query text after parsing and analysis, before any index is asked.
///
/// Most queries are words, with or without conditions beside them: then ``words``, ``name`` and
/// ``identifier`` hold them. With OR, phrases, parentheses or fields ``expression`` holds the query.
public struct Query: Sendable, Hashable {
  /// The text as it was typed.
  package let text: String
  /// The syntax of the text; nil when it is empty.
  package let syntax: QueryNode?
  /// The words, all of which must match; none where ``expression`` is given.
  ///
  /// A word that was typed twice stands here twice.
  package let words: [QueryWord]
  /// The words as names are compared, for tiers 1 and 2; nil when there is no token.
  package let name: NameQuery?
  /// The words as typed, without white space at their ends: what an item's id is compared with, byte
  /// for byte.
  package let identifier: String
  /// The expression that must match instead of words: OR, phrases, parentheses, fields.
  package let expression: QueryExpression?
  /// Filters, domains and negations: they are set aside before anything is compared, and all must
  /// hold.
  package var conditions: [QueryExpression]
  /// Notes on text that was left out or taken otherwise than typed.
  package let notes: [QueryNote]
  /// Holds ``literal``, which a value cannot hold of its own kind.
  var literals: [Query] = []

  /// The text with every mark as a part of the words; nil where no operator was read, and in a strict reading.
  ///
  /// Who searches takes this reading where the whole text is somebody's name.
  package var literal: Query? { literals.first }

  /// The largest number of words that are used, and of filters.
  package static let wordLimit = 64

  /// Whether there is nothing to look for.
  package var isEmpty: Bool {
    words.isEmpty && identifier.isEmpty && expression == nil && conditions.isEmpty
  }

  /// Whether the query is nothing but conditions: all items match that they leave.
  package var isOnlyConditions: Bool {
    words.isEmpty && expression == nil && !conditions.isEmpty
  }
}
