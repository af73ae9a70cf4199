import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// Lines that come piece by piece.
struct LineFrameTests {
  /// Feeds a text in turns of as many bytes as are asked for, but for blocks of `block`; returns the
  /// lines, and how many turns it took.
  private func feed(_ text: [UInt8], block: Int, limit: Int = 1 << 26) throws -> ([String], Int) {
    var frame = LineFrame("lines", subject: "these are", recordLimit: limit)
    var lines: [String] = []
    var turns = 0
    var at = 0
    while !frame.hasEnded {
      var batch = RecordBatch()
      let wanted = frame.begin(&batch, block: block)
      let end = min(text.count, at + wanted - batch.bytes.count)
      for byte in text[at..<end] { batch.bytes.append(byte) }
      at = end
      try frame.cut(&batch, isLast: at == text.count)
      for record in batch.records { lines.append(batch.bytes.text(record.raw)) }
      turns += 1
    }
    return (lines, turns)
  }

  @Test func `a long line is looked through a few times, not once a block`() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let (lines, turns) = try feed(Array("{}\n".utf8) + long + Array("\n{}\n".utf8), block: 1 << 10)
    #expect(lines.count == 3 && lines[1].utf8.count == long.count)
    // 1, 2, 4, … KB; by blocks alone these would be 1,025.
    #expect(turns < 16)
  }

  @Test func `whatever the blocks, the lines are the same`() throws {
    let text = (0..<300).map { "{\"a\":\"\(String(repeating: "y", count: $0 % 41))\"}" }
    let bytes = Array(text.joined(separator: "\n").utf8)
    for block in [1, 2, 7, 64, 4_096] {
      #expect(try feed(bytes, block: block).0 == text)
    }
  }

  @Test func `no more is kept of a line than it may have`() throws {
    let endless = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    #expect(failureCode { _ = try feed(endless, block: 64, limit: 1_000) } == .recordTooLong)
    var frame = LineFrame("lines", subject: "these are", recordLimit: 1_000)
    var batch = RecordBatch()
    #expect(frame.begin(&batch, block: 64) == 64)
    for byte in endless.prefix(900) { batch.bytes.append(byte) }
    try frame.cut(&batch, isLast: false)
    batch.removeAll()
    #expect(frame.begin(&batch, block: 64) == 1_001)
  }
}
