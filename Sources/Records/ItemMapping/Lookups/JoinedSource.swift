package import FootlightPlatform

/// Records with what lookups hold for them.
///
/// Records that are found belong to a record as if the source held them: another value there is another
/// digest of each record that uses it, and so only their items are indexed again.
package struct JoinedSource: RecordSource {
  private let definition: DomainDefinition
  private let records: any RecordSource
  private let lookups: [any RecordSource]

  /// Joins the records of a domain with the sources of its lookups, in their order.
  package init(
    _ definition: DomainDefinition, _ records: any RecordSource, lookups: [any RecordSource]
  ) {
    self.definition = definition
    self.records = records
    self.lookups = lookups
  }

  package func stamp() throws(Failure) -> SourceStamp {
    var stamp = try records.stamp()
    for lookup in lookups {
      let other = try lookup.stamp()
      stamp.text += "\n\(other.text)"
      stamp.isFresh = stamp.isFresh || other.isFresh
    }
    return stamp
  }

  package func files() throws(Failure) -> [String] {
    var files = try records.files()
    for lookup in lookups { files += try lookup.files() }
    return files
  }

  package func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try open(plan, cancellation: Cancellation())
  }

  package func open(
    _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    var tables: [JoinedReader.Table] = []
    var remarks: [Diagnostic] = []
    var own = plan
    for (lookup, source) in zip(definition.lookups, lookups) {
      let table = try LookupTable(
        lookup, source, of: definition, remarks: &remarks, cancellation)
      var by = definition
      by.mapping = MappingDefinition(plan: plan, id: lookup.by, title: lookup.by)
      by.mapping.names = definition.mapping.names
      tables.append(
        JoinedReader.Table(
          rows: table, by: ItemMapper(by, now: 0), isMany: lookup.isMany, name: lookup.name,
          location: lookup.location))
      // The slots stay; no record holds what they ask for.
      for field in lookup.fields where own.paths.indices.contains(field.slot) {
        own.paths[field.slot] = FieldPath([.index(0)])
      }
    }
    return JoinedReader(
      try records.open(own, cancellation: cancellation), tables, remarks: remarks)
  }
}
