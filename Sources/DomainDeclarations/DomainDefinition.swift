public import FootlightDiagnostics

/// A domain as declared, checked and compiled: whoever holds one need not check anything again.
public struct DomainDefinition: Sendable, Hashable {
  /// The dotted lower-case name, such as `law.rules`.
  public var name: String
  /// What people read instead of the name.
  public var label: String
  /// The data version: a higher one than the stored one wipes and rebuilds the domain.
  public var version: Int
  /// Where the records are.
  public var source: SourceDefinition
  /// How a record becomes an item.
  public var mapping: MappingDefinition
  /// How text becomes tokens.
  public var analysis: AnalysisDefinition
  /// Weights and parameters of the order of hits.
  public var ranking: RankingDefinition
  /// Where the declaration begins, with its file's path as the user knows it.
  public var location: SourceLocation
  /// The absolute folder that holds the declaration; its paths begin there.
  public var folder: String
  /// A hash of the declaration's text: what a permission was granted for.
  public var contentHash: String
  /// A hash of every key that decides the bytes of an index; the store adds the engine's format.
  public var fingerprint: String

  /// The path of the declaration as the user knows it.
  public var file: String { location.file }

  /// The attributes in the order of the declaration.
  public var attributes: [AttributeDefinition] { mapping.attributes }
}

/// How a domain's text is analysed, as declared.
public struct AnalysisDefinition: Sendable, Hashable {
  /// The language whose stop words and stems are used; `none` by default.
  public var language: String
  /// What replaces the language's stop words; nil when nothing does.
  public var stopWords: [String]?

  /// Makes an analysis.
  public init(language: String = "none", stopWords: [String]? = nil) {
    self.language = language
    self.stopWords = stopWords
  }
}
