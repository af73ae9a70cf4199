public import FootlightDiagnostics

extension DomainDefinition {
  /// Reads a declaration from its text; fails with all its mistakes at once.
  ///
  /// - `file` is the path for messages, `folder` the absolute folder in which paths begin;
  ///   `allowsOutside` says that a permission to leave it was granted.
  public static func load(
    _ text: [UInt8], file: String, folder: String, kinds: [SourceKindKeys],
    allowsOutside: Bool = false
  ) throws(Failure) -> DomainDefinition {
    throw Failure(.declarationSyntax, "not yet", at: SourceLocation(file: file))
  }

  /// The mistakes that several declarations make together: a name that two of them declare.
  public static func conflicts(among definitions: [DomainDefinition]) -> [Diagnostic] {
    []
  }
}
