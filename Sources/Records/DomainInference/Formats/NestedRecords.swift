import DeclaredRecords
package import FootlightPlatform

/// Finds records that stand within records of their kind, as folders within folders.
package enum NestedRecords {
  /// The key under which records hold further ones that hold some in turn; nil where there is none.
  package static func key(of records: [Record]) -> String? {
    for record in records {
      for field in record.fields {
        let inner = objects(field.value)
        guard !inner.isEmpty else { continue }
        if inner.contains(where: { !objects($0[field.name]).isEmpty }) { return field.name }
      }
    }
    return nil
  }

  private static func objects(_ value: RecordValue?) -> [Record] {
    guard case .list(let elements)? = value else { return [] }
    var objects: [Record] = []
    for element in elements {
      guard case .object(let object) = element else { return [] }
      objects.append(object)
    }
    return objects
  }
}
