import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Numbers of one width in rows of 32.
@Suite struct PackedRowsTests {
  @Test(arguments: [1, 7, 31, 32, 56])
  func `a stream is as large as its numbers say, wherever it ends`(_ bits: Int) throws {
    let folder = try TemporaryFolder()
    let rows = PackedRows(bits: bits)
    let full = rows.rowsInChunk(from: 0) * PackedRows.perRow
    let counts = [
      0, 1, 32, 33, full - 32, full - 31, full - 1, full, full + 1, full + 32, full + 33,
    ]
    for count in counts {
      let file = try SegmentFile(path: folder.path("never"), keepingUpTo: 1 << 30)
      var writer = PackedRowsWriter(.names, rows)
      for number in 0..<count { try writer.append(UInt64(number & 1), into: file) }
      try writer.finish(into: file)
      #expect(file.offset(.names) == rows.size(count: count), "\(count) of \(bits) bits")
    }
  }

  /// The keys of 4,161 … 4,192 items end with the last row of a chunk.
  @Test(arguments: [4_160, 4_161, 4_192, 4_193])
  func `an index of any number of items can be opened`(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: (0..<count).map { .item("i\($0)", "n\($0)") }, at: folder.path("g.sqlite"))
    try generation.verify(quick: false)
    let last = try #require(try generation.document(ofID: "i\(count - 1)"))
    #expect(try generation.item(last).title == "n\(count - 1)")
  }
}
