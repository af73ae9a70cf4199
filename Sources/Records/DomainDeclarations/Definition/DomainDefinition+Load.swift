package import FootlightPlatform

extension DomainDefinition {
  /// Reads a declaration from its text; fails with all its mistakes at once.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - file: The path of the file as the user knows it, for messages.
  ///   - folder: The absolute folder that holds the file; its paths begin there.
  ///   - kinds: The kinds of source that exist.
  ///   - allowsOutside: Whether a permission to read outside the folder, and to run programs, was granted.
  package static func load(
    _ text: [UInt8], file: String, folder: String, kinds: [SourceKindKeys],
    allowsOutside: Bool = false
  ) throws(Failure) -> DomainDefinition {
    let declaration = try DomainDeclaration(text, file: file, folder: folder)
    var compiler = DefinitionCompiler(declaration, kinds: kinds, allowsOutside: allowsOutside)
    return try compiler.compile()
  }

  /// Reads a declaration from its text, and asks for its permission where it needs one and nothing else is wrong.
  package static func load(
    _ text: [UInt8], file: String, folder: String, kinds: [SourceKindKeys],
    grants: (DomainDefinition) throws(Failure) -> Bool
  ) throws(Failure) -> DomainDefinition {
    let declaration = try DomainDeclaration(text, file: file, folder: folder)
    var compiler = DefinitionCompiler(declaration, kinds: kinds, allowsOutside: false)
    return try compiler.compile(grants: grants)
  }

  /// The mistakes that several declarations make together: a name that two of them declare.
  ///
  /// Each is reported at its second place and names the first.
  package static func conflicts(among definitions: [DomainDefinition]) -> [Diagnostic] {
    var first: [String: DomainDefinition] = [:]
    var found: [Diagnostic] = []
    for definition in definitions {
      if let other = first[definition.name] {
        found.append(
          Diagnostic(
            .declaredTwice,
            "'\(definition.name)' is declared twice: here and at \(other.location)",
            at: definition.location, remedy: "rename one of them, or remove one of the files"))
      } else {
        first[definition.name] = definition
      }
    }
    return found
  }
}
