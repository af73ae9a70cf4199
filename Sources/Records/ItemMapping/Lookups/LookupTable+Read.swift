import FootlightPlatform

extension LookupTable {
  /// Reads all records of a lookup; what is wrong with some of them goes into `remarks`.
  init(
    _ lookup: LookupDefinition, _ source: any RecordSource, of domain: DomainDefinition,
    remarks: inout [Diagnostic], _ cancellation: Cancellation
  ) throws(Failure) {
    self.init()
    var definition = domain
    definition.source = lookup.source
    definition.mapping = MappingDefinition(plan: lookup.plan, id: lookup.key, title: lookup.key)
    var worker = ItemMapper(definition, now: 0).worker()
    let reader = try source.open(lookup.plan, cancellation: cancellation)
    var batch = RecordBatch()
    var item = ItemBuffer()
    var lost = 0
    var repeated = 0
    var first: Diagnostic?
    while try reader.next(&batch) {
      try cancellation.check()
      try reader.decode(&batch)
      lost += batch.badRecords
      if first == nil { first = batch.problems.first }
      for record in batch.records {
        // A record without a key belongs to nothing.
        guard case .item = worker.identify(batch, record, into: &item) else { continue }
        let before = keys
        add(key: item.bytes.bytes(item.id), values: LookupTable.packed(record, batch, lookup))
        if keys == before { repeated += 1 }
      }
    }
    if lost > 0 {
      remarks.append(
        Diagnostic(
          .lookupDamaged,
          "\(lost) records of the lookup `\(lookup.name)` cannot be read; \(first?.message ?? "")",
          at: first?.location, remedy: first?.remedy, severity: .warning))
    }
    if repeated > 0, !lookup.isMany {
      remarks.append(
        Diagnostic(
          .lookupRepeated,
          "\(repeated) records of the lookup `\(lookup.name)` have the key of an earlier one, "
            + "which counts",
          at: lookup.location, remedy: "write `many: true` and `{\(lookup.name)[].FIELD}` for all",
          severity: .warning))
    }
  }

  /// The values that are used: the slot in the mapping, the kind, the length and the bytes of each.
  private static func packed(
    _ record: RecordEntry, _ batch: borrowing RecordBatch, _ lookup: LookupDefinition
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    let first = Int(record.firstValue)
    for value in batch.values[first..<first + Int(record.valueCount)] {
      for field in lookup.fields where field.own == Int(value.slot) {
        bytes.append(UInt8(truncatingIfNeeded: field.slot))
        bytes.append(UInt8(truncatingIfNeeded: field.slot >> 8))
        bytes.append(value.kind.rawValue)
        let count = UInt32(value.bytes.count)
        for shift in stride(from: 0, to: 32, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: count >> UInt32(shift)))
        }
        bytes += batch.bytes.bytes(value.bytes)
      }
    }
    return bytes
  }
}
