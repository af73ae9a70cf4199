public import DomainDeclarations
public import FootlightDiagnostics
public import FootlightPlatform

/// A kind of source: its name and keys, and how a source of this kind is made.
///
/// The kinds that come with the library are such values, and a program adds its own:
///
///     let kinds = SourceKind.builtIn + [SourceKind(calendarKeys) { definition, world in … }]
public struct SourceKind: Sendable {
  /// The name and the keys, for declarations and the reference.
  public var keys: SourceKindKeys
  /// Makes a source from its declaration; what the settings get wrong is a failure.
  public var makeSource:
    @Sendable (_ definition: SourceDefinition, _ world: World) throws(Failure) -> any RecordSource

  /// The name, as `kind:` says it.
  public var name: String { keys.name }

  /// Describes a kind.
  public init(
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
  public func source(
    for definition: SourceDefinition, world: World = .system
  ) throws(Failure) -> any RecordSource {
    guard let kind = first(where: { $0.name == definition.kind }) else {
      let nearest = nearest(to: definition.kind, among: map(\.name))
      throw Failure(
        .sourceSetting, "there is no kind of source `\(definition.kind)`",
        at: definition.location, remedy: nearest.map { "did you mean `\($0)`?" })
    }
    return try kind.makeSource(definition, world)
  }
}
