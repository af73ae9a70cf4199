import FileHandles
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
  package var querySettings = QuerySettings()
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

  /// Reads a declaration from its text; fails with all its mistakes at once.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - file: The path of the file as the user knows it, for messages.
  ///   - folder: The absolute folder that holds the file; its paths begin there.
  ///   - kinds: The kinds of source that exist.
  ///   - allowsOutside: Whether a permission to read outside the folder, and to run programs, was granted.
  ///   - grants: Tells whether it is, where it is needed and nothing else is wrong.
  package static func load(
    _ text: [UInt8], file: String, folder: String, kinds: [SourceKindKeys],
    allowsOutside: Bool = false,
    grants: (DomainDefinition) throws(Failure) -> Bool = { (_) throws(Failure) in false }
  ) throws(Failure) -> DomainDefinition {
    let declaration = try DomainDeclaration(text, file: file, folder: folder)
    var compiler = DefinitionCompiler(
      declaration: declaration, kinds: kinds, allowsOutside: allowsOutside)
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
    var compiler = DefinitionCompiler(
      declaration: declaration, kinds: [.program], allowsOutside: false)
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
    let entry = YAMLPair("kind", YAMLNode(.scalar(YAMLScalar(kind)), at: location))
    var entries = root.entries
    if let index = entries.firstIndex(where: { $0.name == "source" }) {
      guard case .mapping(let settings) = entries[index].value.content else { return }
      if settings.contains(where: { $0.name == "kind" }) { return }
      entries[index].value.content = .mapping([entry] + settings)
    } else {
      entries.append(YAMLPair("source", YAMLNode(.mapping([entry]), at: location)))
    }
    root.content = .mapping(entries)
  }
}
