public import FootlightPlatform

extension DomainDefinition {
  /// A domain whose records a program provides.
  ///
  /// It is declared like any other, without a kind of source; `source:` may still say what happens
  /// to bad and doubled records:
  ///
  ///     let notes = try DomainDefinition.inCode(
  ///       """
  ///       domain: notes
  ///       version: 1
  ///       item: { id: "{id}", title: "{subject}", body: "{text}" }
  ///       """)
  ///
  /// - Parameters:
  ///   - text: The declaration.
  ///   - name: What messages call it instead of a file.
  public static func inCode(
    _ text: String, name: String = "declaration in code"
  ) throws(Failure) -> DomainDefinition {
    var declaration = try DomainDeclaration(Array(text.utf8), file: name, folder: "/")
    declaration.giveSource(of: SourceKindKeys.program.name)
    var compiler = DefinitionCompiler(declaration, kinds: [.program], allowsOutside: false)
    return try compiler.compile()
  }
}

extension SourceKindKeys {
  /// Records that a program hands over.
  fileprivate static let program = SourceKindKeys(
    name: "program", summary: "Records that a program provides.", keys: [])
}

extension DomainDeclaration {
  /// Writes the kind of source where none is written.
  fileprivate mutating func giveSource(of kind: String) {
    let location = root.location
    let entry = Written.Entry(
      name: "kind", location: location, value: Written(content: .text(kind), location: location))
    var entries = root.entries
    if let place = entries.firstIndex(where: { $0.name == "source" }) {
      guard case .mapping(let settings) = entries[place].value.content else { return }
      if settings.contains(where: { $0.name == "kind" }) { return }
      entries[place].value.content = .mapping([entry] + settings)
    } else {
      let source = Written(content: .mapping([entry]), location: location)
      entries.append(Written.Entry(name: "source", location: location, value: source))
    }
    root.content = .mapping(entries)
  }
}
