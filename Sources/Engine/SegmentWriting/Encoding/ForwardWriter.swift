import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

/// Writes what is kept document by document: `fwd`, `long`, `docs` and `drows`.
///
/// Shape of a `fwd` record: what it holds (``ForwardHead``); of each name its terms; where there
/// are such, further terms of the names, and terms of the keywords (all ones between two keywords,
/// twice before what is derived). A record that begins a chunk is preceded by its size (4). A list
/// is its count (4 bits; from 15 on 32 more) and the terms in the segment's fixed number of bits,
/// because names are compared at random places; lists follow each other bit by bit. Of a `long`
/// record: its size and what it holds (``LongHead``), then the sequences of description (if any) and body
/// and the further terms of both (if any): count, terms as ``FrequentTerms/codes``, in varints.
struct ForwardWriter: ~Copyable {
  let termBits: Int
  private let codes: [UInt32]
  private var record = ByteArena(capacity: 8192)
  private var lists = ByteArena(capacity: 8192)
  private var long = ByteArena(capacity: 8192)
  private var sized = ByteArena(capacity: 8192)
  private var rows = DocumentRowsWriter()
  /// How many names begin with each term.
  private(set) var leading: [UInt32]
  /// How many names there are that hold a term.
  private(set) var names = 0
  /// The most names that an item has.
  private(set) var mostNames = 1

  init(_ frequent: FrequentTerms) {
    let terms = frequent.codes.count
    codes = frequent.codes
    // One number more than there are terms: what stands between two keywords.
    termBits = PackedRows.bits(below: terms + 1)
    leading = [UInt32](repeating: 0, count: terms + 1)
  }

  /// Writes one document; `numbers` at `terms` translate its source's terms.
  ///
  /// Returns where its attributes lie.
  mutating func write(
    _ bytes: borrowing ByteArena, _ start: Int, _ document: Run.Document,
    stored: UInt64, _ numbers: [UInt32], at terms: Range<Int>, into file: SegmentFile
  ) throws(Failure) -> ByteRange {
    guard let head = RecordHead(bytes, at: start) else { throw Failure.damagedScratch }
    var at = head.forward.lowerBound
    lists.removeAll()
    var appender = BitAppender()
    let nameCount = Int(bytes.varint32(&at))
    mostNames = max(mostNames, nameCount)
    for _ in 0..<nameCount {
      var next = at
      if bytes.varint32(&next) > 0 {
        leading[Int(try number(bytes.varint32(&next), numbers, terms))] &+= 1
        names += 1
      }
      _ = try copyList(bytes, &at, numbers, terms, canBeLeftOut: false, &appender)
    }
    let hasFurther = try copyList(bytes, &at, numbers, terms, canBeLeftOut: true, &appender)
    let hasKeywords = try copyList(bytes, &at, numbers, terms, canBeLeftOut: true, &appender)
    appender.end(&lists)
    long.removeAll()
    var hasLong = false
    var hasDescription = false
    var hasLongFurther = false
    for place in 0..<3 {
      let count = bytes.varint32(&at)
      if place == 0 { hasDescription = count > 0 }
      if place == 2 { hasLongFurther = count > 0 }
      // The body's count is always there.
      if count > 0 || place == 1 { long.append(varint: UInt64(count)) }
      for _ in 0..<count {
        let term = try number(bytes.varint32(&at), numbers, terms)
        long.append(varint: UInt64(codes[Int(term)]))
      }
      if count > 0 { hasLong = true }
    }
    var offset = file.offset(.long)
    if hasLong {
      sized.removeAll()
      let what = LongHead(
        size: long.count, hasDescription: hasDescription, hasFurther: hasLongFurther)
      sized.append(varint: what.code)
      sized.append(long, long.all)
      offset = try file.append(.long, sized, sized.all)
    }
    record.removeAll()
    let what = ForwardHead(
      names: nameCount, hasFurther: hasFurther, hasKeywords: hasKeywords, hasLong: hasLong)
    record.append(varint: what.code)
    record.append(lists, lists.all)
    try rows.append(
      order: document.orderHigh, forward: try place(into: file), long: offset, stored: stored,
      position: document.position, into: file)
    return ByteRange(start: at, count: head.forward.upperBound - at)
  }

  /// Writes what is left when there are no more documents.
  mutating func finish(into file: SegmentFile) throws(Failure) {
    var last = DocumentRowsWriter()
    swap(&last, &rows)
    try last.finish(into: file)
  }

  /// Copies a list; whether it holds any terms.
  private mutating func copyList(
    _ bytes: borrowing ByteArena, _ at: inout Int, _ numbers: [UInt32], _ terms: Range<Int>,
    canBeLeftOut: Bool, _ appender: inout BitAppender
  ) throws(Failure) -> Bool {
    let count = bytes.varint32(&at)
    if count == 0, canBeLeftOut { return false }
    if count < ForwardList.longMark {
      appender.append(UInt64(count), bits: ForwardList.shortBits, to: &lists)
    } else {
      let mark = UInt64(ForwardList.longMark) | UInt64(count) << UInt64(ForwardList.shortBits)
      appender.append(mark, bits: ForwardList.shortBits + ForwardList.longBits, to: &lists)
    }
    let separator = UInt64.max >> UInt64(64 - termBits)
    for _ in 0..<count {
      let term = bytes.varint32(&at)
      let written =
        try term == Run.separator ? separator : UInt64(number(term, numbers, terms))
      appender.append(written, bits: termBits, to: &lists)
    }
    return count > 0
  }

  /// The number of a term of a source.
  @inline(__always)
  private func number(
    _ local: UInt32, _ numbers: [UInt32], _ terms: Range<Int>
  ) throws(Failure) -> UInt32 {
    guard Int(local) < terms.count else { throw Failure.damagedScratch }
    return numbers[terms.lowerBound &+ Int(local)]
  }

  private mutating func place(into file: SegmentFile) throws(Failure) -> Int {
    let inChunk = file.offset(.fwd) % SegmentFormat.chunk
    if inChunk > 0, inChunk + record.count <= SegmentFormat.chunk {
      return try file.append(.fwd, record, record.all)
    }
    try file.pad(.fwd)
    sized.removeAll()
    sized.append(littleEndian: UInt32(truncatingIfNeeded: record.count))
    sized.append(record, record.all)
    return try file.append(.fwd, sized, sized.all)
  }
}
