public import FootlightDiagnostics
public import TextAnalysis

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
  /// Records of other sources that belong to those of this one.
  public var lookups: [LookupDefinition] = []
  /// How a record becomes an item.
  public var mapping: MappingDefinition
  /// How text becomes tokens.
  public var analyzer: Analyzer
  /// Weights and parameters of the order of hits.
  public var ranking: RankingDefinition
  /// How its items are recorded, shown and opened.
  public var doors = DoorsDefinition()
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
