package import FootlightPlatform

extension RecordBatch {
  /// Takes all records apart that a cutter has found; those that cannot be read become problems.
  mutating func decode<Decoder: RecordDecoding & ~Copyable>(
    with decoder: inout Decoder, file: String, _ identity: RecordIdentity
  ) {
    // Memory that decoding uses again and again.
    swap(&decoder.decoded, &decoded)
    var entries: [RecordEntry] = []
    swap(&entries, &records)
    decoder.values = values
    values = []
    decoder.decodedStart = bytes.count
    var lines = LineCounter(line: line, column: column)
    var faults: [Diagnostic] = []
    var unlisted = 0
    var kept = 0
    bytes.withSpan(bytes.all) { bytes in
      var next = 0
      while next < entries.count {
        let taken = decoder.records(bytes, &entries, from: next, to: kept)
        next &+= taken
        kept &+= taken
        guard next < entries.count else { break }
        var entry = entries[next]
        next &+= 1
        let first = decoder.values.count
        do throws(Decoder.Fault) {
          try decoder.record(bytes, entry.raw)
          decoder.values.sortBySlot(from: first)
          entry.valueRange = first..<decoder.values.count
          entries[kept] = entry
          kept &+= 1
        } catch {
          decoder.values.removeSubrange(first...)
          if faults.count >= 1000 {
            unlisted &+= 1
          } else {
            let place = lines.location(of: decoder.at, bytes, file: file)
            faults.append(Diagnostic(error.code, error.message, at: place, remedy: error.remedy))
          }
        }
      }
    }
    entries.removeSubrange(kept...)
    records = entries
    values = decoder.values
    problems += faults
    unlistedProblems &+= unlisted
    bytes.append(decoder.decoded, decoder.decoded.all)
    swap(&decoder.decoded, &decoded)
    identity.complete(&self)
  }

  /// Takes the records apart one by one; one of which `body` says what is wrong becomes a problem, without values.
  package mutating func decodeEach(_ body: (RecordEntry, inout RecordBatch) -> Diagnostic?) {
    var entries: [RecordEntry] = []
    swap(&entries, &records)
    for var entry in entries {
      let first = values.count
      if let problem = body(entry, &self) {
        values.removeSubrange(first...)
        report(problem)
      } else {
        values.sortBySlot(from: first)
        entry.valueRange = first..<values.count
        records.append(entry)
      }
    }
  }

  /// Adds a record that `write` appends to the bytes, and the line feed after it.
  mutating func add(number: UInt32, _ write: (inout ByteArena) -> Void) {
    let start = bytes.count
    write(&bytes)
    records.append(RecordEntry(number: number, from: start, to: bytes.count))
    bytes.append(0x0A)
  }
}
