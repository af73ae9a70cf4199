/// A query as it was written: the tree of its syntax, before any word is analysed.
///
/// Two nodes are equal when they were written alike; where they stand does not count.
package struct QueryNode: Sendable, Hashable {
  /// The kinds of nodes.
  package indirect enum Kind: Sendable, Hashable {
    /// Words side by side; all must match. `isOpen` when the query ends within the last one, which
    /// is a prefix then.
    case words([QueryChunk], isOpen: Bool)
    /// Words in quotation marks, as written between them.
    case phrase(String)
    /// A part in parentheses.
    case group(QueryNode)
    /// A part that must be found in one field: words, a phrase or a group.
    case field(Field, QueryNode)
    /// A condition on an attribute.
    case filter(AttributeFilter)
    /// The domains or groups to search.
    case domain([String])
    /// A part that must not match.
    case excluded(QueryNode)
    /// All must match.
    case all([QueryNode])
    /// One must match.
    case any([QueryNode])
  }

  /// Its kind.
  package var kind: Kind
  /// The bytes of the text that it was read from.
  package var range: Range<Int>

  /// Whether two nodes were written alike.
  package static func == (one: QueryNode, other: QueryNode) -> Bool { one.kind == other.kind }

  /// Hashes what equality compares.
  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// Text between white space that is no syntax: a word, or several that marks join.
///
/// A backslash takes the mark after it literally; it is no part of any word.
package struct QueryChunk: Sendable, Hashable {
  /// The request of a mark at the end.
  package enum Mark: Sendable, Hashable {
    case none
    /// `word*`: every word that begins with it.
    case prefix
    /// `word~`: words that are spelled nearly like it.
    case close
    /// `*word*`: every word that it stands in.
    case inside
    /// `*word`: every word that ends with it.
    case ending

    /// Whether a star stands before the word.
    package var isInside: Bool { self == .inside || self == .ending }
  }

  /// The text without the mark.
  package var text: String
  /// The mark at its end.
  package var mark = Mark.none
  /// The bytes of the query that ``text`` was read from.
  package var range: Range<Int>

  /// Whether two chunks were written alike, wherever they stand.
  package static func == (one: QueryChunk, other: QueryChunk) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8) && one.mark == other.mark
  }

  /// Hashes what equality compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8.count)
    hasher.combine(mark)
  }
}

extension QueryChunk {
  /// Whether a piece is long enough to be looked for within words: three letters, two syllables of Hangul.
  package static func mayBeInside(_ piece: String) -> Bool {
    let scalars = piece.unicodeScalars
    return scalars.count > 2
      || scalars.count == 2 && scalars.allSatisfy { 0xAC00..<0xD7A4 ~= $0.value }
  }
}

/// A field of an item, which a query can name and in which it can match.
public enum Field: String, Sendable, Hashable, CaseIterable {
  case title
  case alias
  /// The identifier, byte for byte.
  case id
  case keyword
  case description
  case body
}
