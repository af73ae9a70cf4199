/// How much YAML a reader accepts.
public struct YAMLLimits: Sendable, Hashable {
  /// Bytes in all.
  public var bytes: Int
  /// Lists and mappings within each other.
  public var depth: Int
  /// Scalars, lists and mappings in all, keys included.
  public var nodes: Int

  /// Limits for a file that a person has written.
  public init(bytes: Int = 1 << 20, depth: Int = 64, nodes: Int = 100_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}
