import FileHandles
package import FootlightPlatform

extension EmbeddedStore {
  package func alerts(for reader: AlertReader) throws(Failure) -> AlertBatch {
    try withAlerts(.readOnly) { (catalog) throws(Failure) in
      try catalog.alerts(for: reader)
    } ?? AlertBatch()
  }

  package func alerts(
    after sequence: Int64, atMost limit: Int, hidesPrivate: Bool
  ) throws(Failure) -> [Alert] {
    try withAlerts(.readOnly) { (catalog) throws(Failure) in
      try catalog.alerts(after: sequence, atMost: limit, hidesPrivate: hidesPrivate)
    } ?? []
  }

  /// It needs a short transaction, and not the right to index.
  package func noteTold(_ reader: AlertReader, upTo sequence: Int64) throws(Failure) {
    _ = try withAlerts(.readWrite) { (catalog) throws(Failure) in
      try catalog.noteTold(reader, upTo: sequence)
    }
  }

  private func withAlerts<Value>(
    _ mode: Connection.Mode, _ body: (borrowing Catalog) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard try FileStatus.of(folder.catalog) != nil else { return nil }
    let catalog = try Catalog.forAlerts(folder.catalog, mode)
    guard try catalog.condition() == .ready else { return nil }
    return try body(catalog)
  }
}
