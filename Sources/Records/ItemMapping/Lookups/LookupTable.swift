import FootlightPlatform

/// The records of a lookup by their keys, as far as the mapping uses them.
///
/// Rows lie in chunks that are never moved, and are found through a table with open addressing that is
/// at most two thirds full: about 40 bytes a row beside its key and its values. Hashes are seeded by the
/// process, so that nobody can prepare keys that fall together.
struct LookupTable: Sendable {
  /// How many rows there are, and how many keys.
  private(set) var count = 0
  private(set) var keys = 0

  /// Each row: the place of the next row of its key plus one, that of the last one (of the first row
  /// alone), the lengths of key and values, the key, the values.
  private var chunks: [[UInt8]] = []
  /// The place of the first row of a key plus one; 0 for none.
  private var places = [UInt64](repeating: 0, count: 1 << 10)

  private static let chunkSize = 1 << 22
  private static let header = 24

  /// Adds a row; rows of one key keep their order.
  mutating func add(key: [UInt8], values: [UInt8]) {
    if keys * 3 > places.count * 2 { grow() }
    let size = LookupTable.header + key.count + values.count
    if chunks.last.map({ $0.count + size > $0.capacity }) ?? true {
      var chunk: [UInt8] = []
      chunk.reserveCapacity(max(LookupTable.chunkSize, size))
      chunks.append(chunk)
    }
    let last = chunks.count - 1
    let place = UInt64(last) << 32 | UInt64(chunks[last].count)
    append(0, to: last)
    append(place + 1, to: last)
    append(UInt64(key.count) << 32 | UInt64(values.count), to: last)
    chunks[last] += key
    chunks[last] += values
    count += 1
    let slot = slot(of: key)
    guard places[slot] != 0 else {
      places[slot] = place + 1
      keys += 1
      return
    }
    let first = places[slot] - 1
    let before = word(first, 1) - 1
    store(place + 1, at: before, number: 0)
    store(place + 1, at: first, number: 1)
  }

  /// The values of each row of a key, in their order.
  func rows(_ key: [UInt8]) -> [ArraySlice<UInt8>] {
    var next = places[slot(of: key)]
    var rows: [ArraySlice<UInt8>] = []
    while next != 0 {
      let place = next - 1
      let lengths = word(place, 2)
      let chunk = Int(place >> 32)
      let start = Int(place & 0xFFFF_FFFF) + LookupTable.header + Int(lengths >> 32)
      rows.append(chunks[chunk][start..<start + Int(lengths & 0xFFFF_FFFF)])
      next = word(place, 0)
    }
    return rows
  }

  /// The slot of a key, or the free one where it belongs.
  private func slot(of key: [UInt8]) -> Int {
    let mask = places.count - 1
    var slot = key.hashValue & mask
    while places[slot] != 0, !holds(places[slot] - 1, key) { slot = (slot + 1) & mask }
    return slot
  }

  private func holds(_ place: UInt64, _ key: [UInt8]) -> Bool {
    let range = keyRange(place)
    return range.count == key.count && chunks[Int(place >> 32)][range].elementsEqual(key)
  }

  private func keyRange(_ place: UInt64) -> Range<Int> {
    let start = Int(place & 0xFFFF_FFFF) + LookupTable.header
    return start..<start + Int(word(place, 2) >> 32)
  }

  private mutating func grow() {
    let old = places
    places = [UInt64](repeating: 0, count: old.count * 2)
    for place in old where place != 0 {
      let key = Array(chunks[Int((place - 1) >> 32)][keyRange(place - 1)])
      places[slot(of: key)] = place
    }
  }

  // MARK: Words

  private mutating func append(_ word: UInt64, to chunk: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      chunks[chunk].append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  private func word(_ place: UInt64, _ number: Int) -> UInt64 {
    let chunk = Int(place >> 32)
    let start = Int(place & 0xFFFF_FFFF) + number * 8
    var word: UInt64 = 0
    for byte in 0..<8 { word |= UInt64(chunks[chunk][start + byte]) << UInt64(byte * 8) }
    return word
  }

  private mutating func store(_ word: UInt64, at place: UInt64, number: Int) {
    let chunk = Int(place >> 32)
    let start = Int(place & 0xFFFF_FFFF) + number * 8
    for byte in 0..<8 {
      chunks[chunk][start + byte] = UInt8(truncatingIfNeeded: word >> UInt64(byte * 8))
    }
  }
}

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
    for value in batch.values[record.valueRange] {
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
