import FootlightPlatform

extension RecordBatch {
  /// A digest of a record: equal for equal records, in every run and on every machine.
  ///
  /// It covers what the source holds and what decides its values beside that, so that a record
  /// with a known digest yields the same item under the same plan and mapping. Known before the
  /// batch is decoded. Two different records have one digest with a probability of 2⁻⁶⁴; nobody is
  /// kept from making two such records on purpose. O(bytes).
  public func digest(of record: RecordEntry) -> UInt64 {
    // The length counts once more: in the hash, a record of no byte and one of a single 1 are one.
    var kind = digestSeed &+ UInt64(record.raw.count)
    if countsPlaces {
      kind ^= UInt64(record.number &- firstOfFile &+ 1) &* 0xA076_1D64_78BD_642F
    }
    return ByteArena.mix(
      bytes.hash(record.raw) ^ 0x9E37_79B9_7F4A_7C15, kind ^ 0xD1B5_4A32_D192_ED03)
  }

  /// Drops records before they are decoded; returns how many.
  ///
  /// For looks at a source that has changed here and there: a reader finds and hashes records ten
  /// times as fast as it takes them apart. What is dropped is not missed by `decode`, which keeps
  /// numbers and places of the others.
  ///
  /// - Parameter isKnown: Is told each record's digest.
  @discardableResult
  public mutating func removeRecords(
    where isKnown: (_ record: RecordEntry, _ digest: UInt64) -> Bool
  ) -> Int {
    var kept = 0
    for index in records.indices {
      let record = records[index]
      if isKnown(record, digest(of: record)) { continue }
      records[kept] = record
      kept &+= 1
    }
    let dropped = records.count &- kept
    records.removeSubrange(kept...)
    return dropped
  }

  /// The key by which the source tells a record from others; nil when it names none.
  public func sourceKey(of record: RecordEntry) -> SourceKey? {
    SourceKey(bytes.bytes(record.sourceKey))
  }
}
