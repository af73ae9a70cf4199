public import DomainDeclarations

/// The mapping of a domain, compiled: shared by all workers of a build.
public struct ItemMapper: Sendable {
  /// The mapping.
  public let definition: DomainDefinition
  /// The moment of indexing, in seconds since 1970.
  public let now: Int64

  /// Compiles the mapping of a domain; periods of expiry begin at `now`.
  public init(_ definition: DomainDefinition, now: Int64) {
    self.definition = definition
    self.now = now
  }

  /// The paths that the mapping uses.
  public var plan: FieldPlan { definition.mapping.plan }

  /// A worker with memory of its own; each thread needs one.
  public func worker() -> MappingWorker {
    MappingWorker(self)
  }
}
