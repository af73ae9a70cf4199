public import FootlightPlatform
package import TextAnalysis

/// A domain as declared, checked and compiled: whoever holds one need not check anything again.
public struct DomainDefinition: Sendable, Hashable {
  /// The dotted lower-case name, such as `law.rules`.
  public var name: String
  /// The name that people read instead of the domain's.
  public var label: String
  /// The data version: a higher one than the stored one wipes and rebuilds the domain.
  public var version: Int
  /// Where the records are.
  package var source: SourceDefinition
  /// Records of other sources that belong to those of this one.
  package var lookups: [LookupDefinition] = []
  /// How a record becomes an item.
  package var mapping: MappingDefinition
  /// How text becomes tokens.
  package var analyzer: Analyzer
  /// How many files its items are parted into.
  package var shards = 1
  /// Weights and parameters of the order of hits.
  package var ranking: RankingDefinition
  /// How its items are recorded, shown and opened.
  package var doors = DoorsDefinition()
  /// Where the ids and the filters of `pins` and `hide` stand, by their texts.
  package var curationPlaces: [String: SourceLocation] = [:]
  /// Where the declaration begins, with its file's path as the user knows it.
  public var location: SourceLocation
  /// The absolute folder that holds the declaration; its paths begin there.
  package var folder: String
  /// A hash of the declaration's text: what a permission was granted for.
  package var contentHash: String
  /// A hash of every key that decides the bytes of an index; the store adds the engine's format.
  package var fingerprint: String

  /// The path of the declaration as the user knows it.
  public var file: String { location.file }

  /// The attributes in the order of the declaration.
  package var attributes: [AttributeDefinition] { mapping.attributes }
}
