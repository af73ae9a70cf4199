/// One key of a declaration: what it is called, what it holds and what it decides.
///
/// The tables of keys drive validation, defaults, the fingerprint and the reference.
public struct Key: Sendable, Hashable {
  /// The name as written.
  public var name: String
  /// The type of its value.
  public var type: KeyType
  /// One sentence for the reference.
  public var summary: String
  /// The value that it has when it is not written; nil when it then has none.
  public var defaultText: String?
  /// Whether it must be written.
  public var isRequired: Bool
  /// Whether another value makes another index, so that the domain is rebuilt.
  public var rebuilds: Bool

  /// Describes a key; it is optional and rebuilds unless said otherwise.
  public init(
    _ name: String, _ type: KeyType, _ summary: String, defaultText: String? = nil,
    isRequired: Bool = false, rebuilds: Bool = true
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.defaultText = defaultText
    self.isRequired = isRequired
    self.rebuilds = rebuilds
  }
}

/// The type of the value of a key.
public indirect enum KeyType: Sendable, Hashable {
  case text
  case wholeNumber(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case boolean
  /// True, false, or the number of a line.
  case booleanOrLine
  /// One character.
  case character
  /// One of some words.
  case choice([String])
  /// A list of texts, or one text.
  case texts
  /// A list of lists of texts.
  case textGroups
  /// A path or glob beside the declaration, or a list of them.
  case globs
  /// One file beside the declaration.
  case file
  /// A path into a document, such as `data.items`.
  case fieldPath
  /// A template that yields text.
  case template
  /// A list of templates, or one, that may yield lists.
  case templates
  /// A value of its own grammar, which the reference calls by this name.
  case special(String)
  /// A mapping with these keys.
  case section([Key])
  /// A list of mappings with these keys, or one.
  case sections([Key])
  /// The value of the first of these keys alone, or a mapping with all of them.
  case expanded([Key])
  /// A mapping from names of the author's choice to values of this type.
  case named(KeyType)
}

/// The type of an attribute's values.
package enum AttributeType: String, Sendable, Hashable, CaseIterable {
  case text
  case number
  case boolean
  case date
  /// A list of text.
  case list
  /// A point on the globe.
  case place
}
