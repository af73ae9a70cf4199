/// The name and the keys of a kind of source, as declarations need them.
package struct SourceKindKeys: Sendable, Hashable {
  /// The name, as `kind:` says it.
  package var name: String
  /// One sentence for the reference.
  package var summary: String
  /// The keys beside those that every source has.
  package var keys: [Key]
  /// Whether a declaration of this kind must be allowed, because it does more than read files
  /// beside it.
  package var needsPermission: Bool

  /// Whether what it needs the permission for is the network.
  package var usesNetwork: Bool { name == "http" }
  /// The keys that need a permission where they are written, because they name a program.
  package var keysThatRun: Set<String>

  /// Describes a kind.
  package init(
    name: String, summary: String, keys: [Key], needsPermission: Bool = false,
    keysThatRun: Set<String> = []
  ) {
    self.name = name
    self.summary = summary
    self.keys = keys
    self.needsPermission = needsPermission
    self.keysThatRun = keysThatRun
  }
}
