import DeclaredRecords
import FootlightPlatform

extension Record {
  /// The record with a list of one wherever a path takes the elements of a list and there is none: what
  /// sources do by themselves in which nothing tells a list of one.
  func withLists(for paths: [FieldPath]) -> Record {
    var value = RecordValue.object(self)
    for path in paths where path.steps.contains(.everyElement) {
      value = value.withLists(for: path.steps[...])
    }
    if case .object(let record) = value { return record }
    return self
  }
}

extension RecordValue {
  fileprivate func withLists(for steps: ArraySlice<FieldPath.Step>) -> RecordValue {
    guard let step = steps.first else { return self }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.everyElement, .null): return self
    case (.everyElement, .list(let elements)):
      return .list(elements.map { $0.withLists(for: rest) })
    case (.everyElement, _): return .list([withLists(for: rest)])
    case (.key(let name), .object(var record)):
      guard let inner = record[name] else { return self }
      record[name] = inner.withLists(for: rest)
      return .object(record)
    default: return self
    }
  }
}
