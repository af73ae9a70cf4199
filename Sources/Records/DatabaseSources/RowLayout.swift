import DeclaredRecords

/// The columns of the rows of a database, as decoding needs them.
struct RowLayout: Sendable {
  let columns: ColumnSlots
  /// The paths that lead into columns whose text is JSON.
  let trie: FieldTrie
  /// These columns, and the states of the documents there.
  let documents: [Int: Int32]
}

extension FieldPlan {
  /// The paths that lead into the text of a column; no column answers the others otherwise than as a
  /// whole, so they lead nowhere.
  func leading(intoColumns names: [String]) -> FieldPlan {
    FieldPlan(
      paths.map { path in
        path.steps.count > 1 && !names.contains { $0 == path.columnName }
          ? path : FieldPath([.index(0)])
      })
  }
}

extension FieldPath {
  /// The key that it begins with; nil when it begins otherwise.
  var firstKey: String? {
    if case .key(let name)? = steps.first { name } else { nil }
  }
}
