public import DeclaredRecords
public import FootlightPlatform

/// A kind of source: its name and keys, and how a source of this kind is made.
///
/// The kinds that come with the library are such values, and a program adds its own:
///
///     let calendar = SourceKind(
///       name: "calendar", summary: "Events of a calendar.",
///       keys: [SourceKind.Key("path", .file, "The calendar.", isRequired: true)]
///     ) { (definition) throws(Failure) in … }
///     let library = try Library(workspace: folder, kinds: SourceKind.builtIn + [calendar])
public struct SourceKind: Sendable {
  /// A key that declarations of a kind may hold.
  public typealias Key = DeclaredRecords.Key

  /// The name and the keys, for declarations and the reference.
  package var keys: SourceKindKeys
  /// Makes a source from its declaration; what the settings get wrong is a failure.
  package var makeSource:
    @Sendable (_ definition: SourceDefinition, _ world: World) throws(Failure) -> any RecordSource

  /// The name, as `kind:` says it.
  public var name: String { keys.name }

  /// Describes a kind.
  ///
  /// - Parameters:
  ///   - name: As `kind:` says it; it takes the place of a kind of the library with that name.
  ///   - summary: One sentence for the reference.
  ///   - keys: Those that it has beside the keys of every source.
  ///   - needsPermission: Whether a declaration of this kind must be allowed, because it does more than
  ///     read files beside it.
  ///   - makeSource: Makes a source from its declaration; what the settings get wrong is a failure.
  public init(
    name: String, summary: String, keys: [Key] = [], needsPermission: Bool = false,
    makeSource:
      @escaping @Sendable (_ definition: SourceDefinition) throws(Failure) -> any RecordSource
  ) {
    self.init(
      SourceKindKeys(name: name, summary: summary, keys: keys, needsPermission: needsPermission)
    ) { (definition, _) throws(Failure) in
      try makeSource(definition)
    }
  }

  /// Describes a kind whose sources need the machine.
  package init(
    _ keys: SourceKindKeys,
    makeSource:
      @escaping @Sendable (_ definition: SourceDefinition, _ world: World)
      throws(Failure) -> any RecordSource
  ) {
    self.keys = keys
    self.makeSource = makeSource
  }
}

extension Sequence<SourceKind> {
  /// The source that a definition describes.
  package func source(
    for definition: SourceDefinition, world: World = .system
  ) throws(Failure) -> any RecordSource {
    // A kind that a program brings stands after those of the library, and in the place of its namesake.
    guard let kind = filter({ $0.name == definition.kind }).last else {
      let nearest = nearest(to: definition.kind, among: map(\.name))
      throw Failure(
        .sourceSetting, "there is no kind of source `\(definition.kind)`",
        at: definition.location, remedy: nearest.map { "did you mean `\($0)`?" })
    }
    return try kind.makeSource(definition, world)
  }
}
