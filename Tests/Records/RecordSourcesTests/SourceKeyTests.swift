import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// Keys of records and digests of their bytes.
struct SourceKeyTests {
  @Test func `a key keeps its type, and numbers that are equal are one key`() {
    #expect(SourceKey(7).bytes != SourceKey("7").bytes)
    #expect(SourceKey(7).description == SourceKey("7").description)
    #expect(SourceKey(7.0) == SourceKey(7))
    #expect(SourceKey(-0.0) == SourceKey(0))
    #expect(SourceKey(7.5).bytes == Array("r7.5".utf8))
    #expect(SourceKey(blob: [0, 255]).description == "x'00ff'")
    for key in [
      SourceKey(Int64.min), SourceKey(0.1), SourceKey(1e300), SourceKey(""), SourceKey("é:\0"),
      SourceKey(blob: []), SourceKey(text: [0xFF]),
    ] {
      #expect(SourceKey(key.bytes) == key)
    }
    #expect(SourceKey([]) == nil && SourceKey(Array("ix".utf8)) == nil)
  }

  @Test func `digests of nearly equal records differ`() {
    var batch = RecordBatch()
    func entry(_ text: [UInt8]) -> RecordEntry {
      let start = batch.bytes.count
      batch.bytes.append(text.span)
      return RecordEntry(
        firstValue: 0, valueCount: 0, number: 1,
        raw: ByteRange(start: start, count: text.count))
    }
    var seen: Set<UInt64> = []
    var count = 0
    // Every bit of a record flipped, every length, and blocks exchanged.
    let base = (0..<67).map { UInt8($0 * 3 + 1) }
    for length in 0...base.count {
      seen.insert(batch.digest(of: entry(Array(base.prefix(length)))))
      seen.insert(batch.digest(of: entry([UInt8](repeating: 0, count: length + 1))))
      count += 2
    }
    for bit in 0..<(base.count * 8) {
      var other = base
      other[bit / 8] ^= 1 << (bit % 8)
      seen.insert(batch.digest(of: entry(other)))
      count += 1
    }
    for block in stride(from: 8, to: 64, by: 8) {
      var other = base
      for place in 0..<8 { other.swapAt(place, block + place) }
      seen.insert(batch.digest(of: entry(other)))
      count += 1
    }
    for number in 0..<100_000 {
      seen.insert(batch.digest(of: entry(Array("\(number),person \(number)".utf8))))
      count += 1
    }
    batch.digestSeed = 1
    seen.insert(batch.digest(of: entry(base)))
    #expect(seen.count == count + 1)
  }

  @Test func `the same cells under another order of columns are other records`() throws {
    let plan = FieldPlan("id", "name")
    func digests(_ text: String) throws -> [UInt64] {
      let folder = try TemporaryFolder()
      try folder.write("file", text)
      let reader = try FileSource(folder.selection("file"), .rows(CSVSettings())).open(plan)
      var batch = RecordBatch()
      guard try reader.next(&batch) else { return [] }
      return batch.records.map { batch.digest(of: $0) }
    }
    let one = try digests("id,name,extra\na,b,c\n")
    #expect(try digests("name,id,extra\na,b,c\n") != one)
    #expect(try digests("id,name,other\r\na,b,c\r\n") == one)
  }

  @Test func `records behind dropped ones keep their numbers, and bad ones their places`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "file", "- id: 1\n- 2\n- id: 3\n- id: 4\n- id: [5]\n- id: 6\n")
    let reader = try FileSource(folder.selection("file"), .yaml(path: [])).open(FieldPlan("id"))
    var batch = RecordBatch()
    let isThere = try reader.next(&batch)
    #expect(isThere)
    batch.removeRecords { record, _ in record.number < 4 }
    try reader.decode(&batch)
    let numbers = batch.records.map(\.number)
    #expect(numbers == [4, 5, 6])
    #expect(batch.problems.map { $0.location?.line } == [2])
  }
}

extension SourceKey {
  init(_ number: Int) { self.init(Int64(number)) }
}
