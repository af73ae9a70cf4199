/// How much YAML a reader accepts.
package struct YAMLLimits: Sendable, Hashable {
  /// Bytes in all.
  package var bytes: Int
  /// Lists and mappings within each other.
  package var depth: Int
  /// Scalars, lists and mappings in all, keys included.
  package var nodes: Int

  /// Limits for a file that a person has written.
  package init(bytes: Int = 1 << 20, depth: Int = 64, nodes: Int = 100_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}
