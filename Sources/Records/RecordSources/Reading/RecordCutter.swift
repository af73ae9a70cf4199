import FootlightPlatform

/// Finds where the records of one file begin and end, block by block.
///
/// This is the serial part of a read, so it looks at as little as it can; the records are taken
/// apart later, on several threads.
protocol RecordCutter: Sendable {
  /// Appends the ranges of the whole records in the first `count` bytes and returns how many
  /// bytes they take: the next block begins there.
  ///
  /// It returns 0 when no record ends within the block; then the same bytes come again with more
  /// after them. When the block is the last of its file, all bytes must be taken. The span holds
  /// the padding after `count`.
  mutating func cut(
    _ bytes: Span<UInt8>, _ count: Int, isLast: Bool, into records: inout RecordRanges
  ) throws(CutDamage) -> Int

  /// The layout of the file that the decoding needs, once its beginning has been cut.
  var layout: (any Sendable)? { get }

  /// The hash of the part of the file's beginning that decides the values of all its records; see
  /// ``RecordBatch/digestSeed``.
  var digestSeed: UInt64 { get }

  /// Whether every line feed ends a record, so that one of any size can be left out alone.
  var endsWithLine: Bool { get }

  /// What has begun and not ended when no record ends within a block, for messages.
  var unfinished: String { get }
}

extension RecordCutter {
  var layout: (any Sendable)? { nil }
  var digestSeed: UInt64 { 0 }
  var endsWithLine: Bool { false }
  var unfinished: String { "a record" }
}

extension RecordCutter {
  /// Cuts the first `count` bytes of a batch into its records, and moves the counter behind them; returns how many bytes
  /// they take.
  mutating func cut(
    _ batch: inout RecordBatch, _ count: Int, isLast: Bool, _ number: inout UInt32,
    _ counter: inout LineCounter, _ file: String
  ) throws(CutDamage) -> Int {
    var ranges = RecordRanges(entries: [], number: number)
    swap(&ranges.entries, &batch.records)
    let taken = try batch.bytes.withSpan(batch.bytes.all) { bytes throws(CutDamage) in
      do throws(CutDamage) {
        let taken = try cut(bytes, count, isLast: isLast, into: &ranges)
        counter.move(to: taken, bytes, lineFeeds: ranges.lineFeeds)
        return taken
      } catch {
        var damage = error
        damage.place = counter.location(of: min(error.offset, count), bytes, file: file)
        throw damage
      }
    }
    swap(&ranges.entries, &batch.records)
    number = ranges.number
    return taken
  }
}

/// Why a file as a whole cannot be trusted from a place on.
struct CutDamage: Error {
  var code = DiagnosticCode.sourceDamaged
  /// Where that is, once it is known in which file.
  var place: SourceLocation?
  /// The offset in the block.
  var offset: Int
  var message: String
  var remedy: String?
  /// Whether there are no records where they were looked for, so that a look at the whole helps.
  var isLost = false
}

/// The ranges of records, numbered as they come.
struct RecordRanges {
  var entries: [RecordEntry]
  /// The number of the next record.
  var number: UInt32
  /// How many line feeds are in what the cutter took, if it counted them.
  var lineFeeds: Int?

  /// Appends the record in `start ..< end`.
  @inline(__always)
  mutating func append(from start: Int, to end: Int) {
    entries.append(RecordEntry(number: number, from: start, to: end))
    number &+= 1
  }
}
