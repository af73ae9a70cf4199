import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@testable import DeclaredRecords

/// Files that are larger than a block, and records that are larger than allowed.
struct BlockTests {
  private static let plan = FieldPlan("n", "text")

  private func lines(_ count: Int) -> String {
    (0..<count).map { "{\"n\":\($0),\"text\":\"\(String(repeating: "é", count: $0 % 40))\"}\n" }
      .joined()
  }

  private func rows(_ count: Int) -> String {
    "n,text\n"
      + (0..<count).map { "\($0),\"a\n\(String(repeating: "\"\"", count: $0 % 30))\"\r\n" }.joined()
  }

  private func array(_ count: Int) -> String {
    "["
      + (0..<count).map {
        "{\"n\":\($0),\"text\":\"]\\\"\(String(repeating: "[", count: $0 % 30))\"}"
      }
      .joined(separator: " ,\n ") + "]"
  }

  private func reader<Format: BlockFormat>(
    _ text: String, _ format: Format, block: Int, limit: Int = 1 << 20,
    in folder: borrowing TemporaryFolder
  ) throws -> BlockReader<Format> {
    try folder.write("file", text)
    return BlockReader(
      try folder.selection("file").files(), format, blockSize: block, recordLimit: limit)
  }

  @Test(arguments: [1, 2, 7, 64, 100, 1000, 1 << 20])
  func `blocks of any size give the same records with the same places`(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let trie = try FieldTrie(BlockTests.plan)
    func check(_ reader: some RecordReader, _ line: (Int) -> Int) {
      let seen = readAll(reader, slots: 2)
      #expect(seen.failure == nil && seen.problems.isEmpty)
      #expect(seen.records.map(\.number) == Array(1...200))
      #expect(
        seen.values.map { $0[0][0].filter(\.isNumber) } == (0..<200).map { "\($0)" })
      for number in [1, 2, 77, 200] {
        #expect(reader.location(ofRecord: UInt32(number)).line == line(number))
      }
    }
    check(try reader(lines(200), try JSONLinesFormat(BlockTests.plan), block: size, in: folder)) {
      $0
    }
    let rowFormat = try CSVFormat(CSVSettings(), BlockTests.plan)
    check(try reader(rows(200), rowFormat, block: size, in: folder)) { $0 * 2 }
    let arrayFormat = JSONArrayFormat(trie: trie, path: [])
    check(try reader(array(200), arrayFormat, block: size, in: folder)) { $0 }
  }

  @Test func `columns are counted from the beginning of the line, not of the block`() throws {
    let folder = try TemporaryFolder()
    let text = "[" + String(repeating: "{\"n\":1},", count: 100) + "{\"n\":x}]"
    let format = JSONArrayFormat(trie: try FieldTrie(FieldPlan("n")), path: [])
    let seen = readAll(try reader(text, format, block: 64, in: folder), slots: 1)
    #expect(seen.records.count == 100 && seen.places == ["1:807"])
  }

  @Test func `a line over the limit is one bad record and the others are read`() throws {
    let folder = try TemporaryFolder()
    let giant = "{\"n\":\"\(String(repeating: "x", count: 5000))\"}\n"
    let format = try JSONLinesFormat(FieldPlan("n"))
    for text in ["{\"n\":1}\n\(giant){\"n\":2}\n", "{\"n\":1}\n{\"n\":2}\n\(giant.dropLast())"] {
      let reader = try reader(text, format, block: 256, limit: 1024, in: folder)
      let seen = readAll(reader, slots: 1)
      #expect(seen.values == [[["number 1"]], [["number 2"]]] && seen.failure == nil)
      #expect(seen.problems.map(\.code) == [.recordTooLong])
    }
    let reader = try reader(
      "{\"n\":1}\n\(giant){\"n\":2}\nx", format, block: 256, limit: 1024, in: folder)
    let seen = readAll(reader, slots: 1)
    #expect(seen.places == ["2:1", "4:1"] && seen.records.map(\.number) == [1, 3])
    #expect(reader.location(ofRecord: 3).line == 3)
  }

  @Test func `a row or an element over the limit fails the file at its place`() throws {
    let folder = try TemporaryFolder()
    let giant = String(repeating: "x", count: 5000)
    let rows = try reader(
      "n\n1\n\"\(giant)\n", try CSVFormat(CSVSettings(), FieldPlan("n")), block: 256, limit: 1024,
      in: folder)
    #expect(readAll(rows, slots: 1).failure?.diagnostics.first?.location?.line == 3)
    let trie = try FieldTrie(FieldPlan("n"))
    let elements = try reader(
      "[{\"n\":1},\n{\"n\":\"\(giant)\"}]", JSONArrayFormat(trie: trie, path: []), block: 256,
      limit: 1024, in: folder)
    let failure = readAll(elements, slots: 1).failure
    #expect(failure?.diagnostics.first?.code == .recordTooLong)
  }

  @Test func `what is over the limit is called what it is`() throws {
    let folder = try TemporaryFolder()
    let giant = String(repeating: "x", count: 5000)
    func message(_ reader: some RecordReader) -> String? {
      readAll(reader, slots: 1).failure?.diagnostics.first?.message
    }
    func message(_ text: String) throws -> String? {
      let format = JSONArrayFormat(trie: try FieldTrie(FieldPlan("n")), path: ["records"])
      return message(try reader(text, format, block: 256, limit: 1024, in: folder))
    }
    let around = "a text outside of the records is larger than 0 MB"
    #expect(try message("{\"about\":\"\(giant)\",\"records\":[{\"n\":1}]}") == around)
    #expect(try message("{\"records\":[{\"n\":1}],\"about\":\"\(giant)\"}") == around)
    #expect(
      try message("{\"records\":[{\"n\":\"\(giant)\"}]}") == "a record is larger than 0 MB")
    let rows = try CSVFormat(CSVSettings(), FieldPlan("n"))
    #expect(
      message(try reader("\"\(giant)\"\n1\n", rows, block: 256, limit: 1024, in: folder))
        == "the header is larger than 0 MB")
  }

  @Test func `several files follow each other, and an empty one is none`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1.csv", "n,text\n1,a\n")
    try folder.write("2.csv", "text,n\nb,2\n\n")
    try folder.write("3.csv", "n,text\n")
    try folder.write("4.csv", "n,text\n3,\n")
    let source = FileSource(folder.selection("*.csv"), .rows(CSVSettings()))
    let reader = try source.open(BlockTests.plan)
    let seen = readAll(reader, slots: 2)
    #expect(seen.values.map { $0[0] } == [["\"1\""], ["\"2\""], ["\"3\""]])
    #expect(seen.records.map(\.number) == [1, 2, 3])
    #expect(reader.location(ofRecord: 3).description == "4.csv:2:1")
  }

  @Test func `after a failure the other workers end without one`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1.csv", "n\n1\n")
    try folder.write("2.csv", "n\n\"")
    let reader = try FileSource(folder.selection("*.csv"), .rows(CSVSettings())).open(
      FieldPlan("n"))
    let failures = Mutex(0)
    Workers.run(4) { _ in
      if readAll(reader, slots: 1).failure != nil { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 1)
  }

  @Test func `a file that becomes shorter while it is read fails, one that grows is read on`()
    throws
  {
    let folder = try TemporaryFolder()
    let format = try JSONLinesFormat(FieldPlan("n"))
    var batch = RecordBatch()
    let shrinking = try reader(lines(200), format, block: 1024, in: folder)
    #expect(try shrinking.next(&batch))
    try folder.write("file", lines(20))
    #expect(failureCode { _ = try shrinking.next(&batch) } == .sourceChanged)
    #expect(try !shrinking.next(&batch))
    let growing = try reader(lines(200), format, block: 1024, in: folder)
    #expect(try growing.next(&batch))
    let already = batch.records.count
    try folder.write("file", lines(300))
    #expect(readAll(growing, slots: 1).records.count == 300 - already)
  }

  @Test func `a million bad records do not fill the memory`() throws {
    let folder = try TemporaryFolder()
    let format = try JSONLinesFormat(FieldPlan("n"))
    let reader = try reader(
      String(repeating: "x\n", count: 200_000), format, block: 1 << 20, in: folder)
    var batch = RecordBatch()
    #expect(try reader.next(&batch))
    try reader.decode(&batch)
    let listed = batch.problems.count
    let bad = batch.badRecords
    #expect(listed == 1000 && bad == 200_000)
  }
}
