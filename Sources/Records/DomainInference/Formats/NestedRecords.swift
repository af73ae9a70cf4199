import DeclaredRecords
package import FootlightPlatform

/// Finds records that stand within records of their kind, as folders within folders.
package enum NestedRecords {
  /// The key under which records hold further ones that hold some in turn; nil where there is none.
  package static func key(of records: [Record]) -> String? {
    records.lazy.flatMap(\.fields).first { field in
      objects(field.value).contains { !objects($0[field.name]).isEmpty }
    }?.name
  }

  private static func objects(_ value: RecordValue?) -> [Record] {
    guard case .list(let elements)? = value else { return [] }
    let objects = elements.compactMap(\.record)
    return objects.count == elements.count ? objects : []
  }
}
