public import RecordSources

/// Maps records one by one; owns its scratch memory, so one thread at a time uses it.
public struct MappingWorker: ~Copyable, Sendable {
  private let mapper: ItemMapper

  init(_ mapper: ItemMapper) {
    self.mapper = mapper
  }

  /// Writes the item that a record becomes into `item`, whose former contents are forgotten.
  public mutating func map(
    _ batch: borrowing RecordBatch, _ record: RecordEntry, into item: inout ItemBuffer
  ) -> MappingOutcome {
    item.removeAll()
    return .skipped
  }
}
