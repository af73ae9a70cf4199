#if PostgresStore
  import CSystemPQ
  package import FootlightPlatform

  extension PostgresConnection {
    /// Copies rows out in binary: calls `body` with each piece that comes, in an arena that is used again.
    ///
    /// A piece is a row with, before the first one, the head of the stream (PostgreSQL: COPY, binary format).
    ///
    /// C: PQgetCopyData.
    package mutating func copyOut(
      _ sql: String, _ body: (borrowing ByteArena) throws(Failure) -> Void
    ) throws(Failure) {
      try beginCopy(sql, PGRES_COPY_OUT)
      var piece = ByteArena(capacity: 300 << 10)
      var refused: Failure?
      var thrownAway = 0
      while true {
        var data: UnsafeMutablePointer<CChar>?
        let size = unsafe PQgetCopyData(handle, &data, 1)
        if size == 0 {
          try waitForStep(forWriting: false)
          guard unsafe PQconsumeInput(handle) != 0 else { throw broken() }
          continue
        }
        guard size > 0, let start = unsafe data else { break }
        if refused == nil {
          piece.removeAll()
          unsafe piece.appendUnsafe(room: Int(size)) { room in
            unsafe room.copyMemory(from: UnsafeRawBufferPointer(start: start, count: Int(size)))
            return Int(size)
          }
        }
        unsafe PQfreemem(start)
        if let refused {
          // A server that does not stop is left alone: with a copy that is not at its end nobody uses the connection again.
          thrownAway += Int(size)
          guard thrownAway < PostgresConnection.mostThrownAway else { throw refused }
          continue
        }
        do throws(Failure) {
          try body(piece)
        } catch {
          // Rows that are on their way already have to be taken off the line.
          refused = error
          cancelStatement()
        }
      }
      try endCopy(refused)
    }

    private func beginCopy(_ sql: String, _ wanted: ExecStatusType) throws(Failure) {
      guard unsafe PQsendQuery(handle, sql) != 0 else { throw broken() }
      let begun = unsafe try lastResult()
      let status = unsafe PQresultStatus(begun)
      unsafe PQclear(begun)
      guard status == wanted else { throw broken() }
    }

    /// Takes the answer to a whole copy; what `body` refused is told before what the server says of it.
    private func endCopy(_ refused: Failure?) throws(Failure) {
      do throws(Failure) {
        let ended = unsafe try lastResult()
        unsafe PQclear(ended)
      } catch {
        throw refused ?? error
      }
      if let refused { throw refused }
    }

    /// How many bytes of a copy that was given up are taken off the line.
    private static let mostThrownAway = 64 << 20

    /// Copies rows in in binary: `body` is called again and again, each time to add rows, until it adds none.
    ///
    /// When it throws, the server is told to forget all of it.
    ///
    /// C: PQputCopyData, PQputCopyEnd.
    package mutating func copyIn(
      _ sql: String, _ body: (inout PostgresCopyIn) throws(Failure) -> Void
    ) throws(Failure) {
      try beginCopy(sql, PGRES_COPY_IN)
      var rows = PostgresCopyIn()
      var refused: Failure?
      do throws(Failure) {
        rows.begin()
        // One row is gathered at a time and sent as soon as it is whole.
        while try step(&rows, body) {}
      } catch {
        refused = error
      }
      while true {
        let code =
          refused == nil
          ? unsafe PQputCopyEnd(handle, nil) : unsafe PQputCopyEnd(handle, "the sender gave up")
        if code == 1 { break }
        guard code == 0 else { throw refused ?? broken() }
        try waitForStep(forWriting: true)
      }
      try endCopy(refused)
    }

    /// Has rows written and sends them; false when `body` has written none.
    private func step(
      _ rows: inout PostgresCopyIn, _ body: (inout PostgresCopyIn) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
      let before = rows.count
      try body(&rows)
      let isOver = rows.count == before
      if isOver { rows.end() }
      try send(&rows.bytes)
      return !isOver
    }

    private func send(_ bytes: inout ByteArena) throws(Failure) {
      while true {
        let code = unsafe bytes.withUnsafeBytes { bytes in
          unsafe bytes.withMemoryRebound(to: CChar.self) { text in
            unsafe PQputCopyData(handle, text.baseAddress, Int32(text.count))
          }
        }
        if code == 1 { break }
        guard code == 0 else { throw broken() }
        try waitForStep(forWriting: true)
      }
      bytes.removeAll()
      try flush()
    }
  }

  /// Rows on their way to the server (PostgreSQL: COPY, binary format).
  package struct PostgresCopyIn: ~Copyable {
    var bytes = ByteArena(capacity: 300 << 10)
    /// How many rows there were so far.
    package private(set) var count = 0

    mutating func begin() {
      bytes.append([0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00])
      bytes.append([UInt8](repeating: 0, count: 8))
    }

    mutating func end() {
      bytes.append([0xFF, 0xFF])
    }

    /// Adds a row: whole numbers of given widths, then bytes of an arena.
    package mutating func append(
      _ numbers: [any FixedWidthInteger], _ data: borrowing ByteArena, _ range: ByteRange
    ) {
      bytes.append(bigEndian(Int16(truncatingIfNeeded: numbers.count + 1)))
      for number in numbers {
        let value = bigEndian(number)
        bytes.append(bigEndian(Int32(truncatingIfNeeded: value.count)))
        bytes.append(value)
      }
      bytes.append(bigEndian(Int32(truncatingIfNeeded: Int(range.count))))
      bytes.append(data, range)
      count += 1
    }
  }
#endif
