import FootlightPlatform

/// One file of a source.
struct SourceFile: Sendable, Hashable {
  /// Where it is.
  var path: String
  /// How messages call it.
  var display: String
  /// The path below the declaration's folder.
  var relative: String
}
