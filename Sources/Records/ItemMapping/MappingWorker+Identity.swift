extension MappingWorker {
  /// Writes only the id of the item that a record becomes, whether it would become one or not.
  ///
  /// For records that are only part of one, and for those that the declaration leaves out.
  package mutating func identify(
    _ batch: borrowing RecordBatch, _ record: RecordEntry, into item: inout ItemBuffer
  ) -> MappingOutcome {
    begin(batch, record, &item)
    do throws(BadRecord) {
      try fillID(batch, &item)
      return .item
    } catch {
      return .bad(error.diagnostic)
    }
  }
}
