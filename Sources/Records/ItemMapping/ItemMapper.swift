/// The mapping of a domain, compiled: shared by all workers of a build.
package struct ItemMapper: Sendable {
  /// The paths that the mapping uses; a source fills these slots.
  package let plan: FieldPlan
  /// The names and types of the attributes, by their ordinal.
  package let attributes: [AttributeDefinition]
  private let compiled: CompiledMapping

  /// Compiles the mapping of a domain; `now`, in seconds since 1970, is the moment of indexing, at
  /// which periods of expiry begin.
  package init(_ definition: DomainDefinition, now: Int64) {
    plan = definition.mapping.plan
    attributes = definition.mapping.attributes
    compiled = CompiledMapping(definition, now: now)
  }

  /// A worker with memory of its own; each thread needs one.
  package func worker() -> MappingWorker {
    MappingWorker(compiled)
  }
}
