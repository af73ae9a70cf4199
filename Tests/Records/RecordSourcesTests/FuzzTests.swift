import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// Random and damaged input: no crash, and the same records as a naive reader.
struct FuzzTests {
  private static let plan = FieldPlan(
    "a", "b.a", "b.*", "c[]", "c[1].a", "*[]", "a.b", "c", "*.*", "é", "longer than eight")

  /// A random JSON text; whitespace, escapes and repeated keys included.
  private func json(_ random: inout SeededRandom, depth: Int) -> String {
    let space = [" ", "", "", "\t", "  "]
    func pad() -> String { space[random.below(space.count)] }
    func text() -> String {
      let pieces = [
        "a", "b", "c", "é", "三", "🦊", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83e\\udd8a", "/", "{",
        "]", ",", "long enough to fill a block of sixteen",
      ]
      return (0..<random.below(4)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }
    let keys = [
      "a", "b", "c", "é", "\\u0061", "z", "longer than eight", "longer than eighteen", "",
    ]
    let kind = depth == 0 ? 8 : (depth > 4 ? random.below(6) : random.below(10))
    switch kind {
    case 0: return ["null", "true", "false"][random.below(3)]
    case 1, 2:
      return ["0", "-1", "12.50", "1e9", "-0.0E-7", "123456789012345678901234567890"][
        random.below(6)]
    case 3, 4, 5: return "\"\(text())\""
    case 6, 7:
      let elements = (0..<random.below(4)).map { _ in
        pad() + json(&random, depth: depth + 1) + pad()
      }
      return "[\(elements.joined(separator: ","))]"
    default:
      let members = (0..<random.below(7)).map { _ in
        "\(pad())\"\(keys[random.below(keys.count)])\"\(pad()):\(pad())"
          + json(&random, depth: depth + 1) + pad()
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  /// Changes, removes or adds some bytes.
  private func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    let interesting = Array("{}[]\",:\\u0e-tn \n\r\0é".utf8) + [0xFF, 0xC3, 0xED]
    for _ in 0...random.below(3) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[place] = interesting[random.below(interesting.count)]
      case 1: bytes.insert(interesting[random.below(interesting.count)], at: place)
      case 2: bytes.remove(at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + random.below(8)))
      }
    }
    return bytes
  }

  private func expected(_ line: [UInt8]) -> [[String]]? {
    guard let text = String(validating: line, as: UTF8.self),
      let object = NaiveJSON.object(text)
    else { return nil }
    return FuzzTests.plan.paths.map { NaiveJSON.values(object, $0.steps[...]) }
  }

  @Test func `JSON lines, valid and damaged, are read as a naive reader reads them`() throws {
    var random = SeededRandom.announced("JSON lines")
    for _ in 0..<60 {
      var lines: [[UInt8]] = []
      for _ in 0..<50 {
        let line = Array(json(&random, depth: 0).utf8)
        // A first line that begins with a bracket would tell of a file of another kind.
        let isDamaged = !lines.isEmpty && random.below(3) == 0
        lines.append(isDamaged ? damaged(line, &random) : line)
      }
      let bytes = Array(lines.joined(separator: [0x0A]))
      let folder = try TemporaryFolder()
      try folder.write("file", bytes: bytes)
      let reader = BlockReader(
        try folder.selection("file").files(), try JSONLinesFormat(FuzzTests.plan),
        blockSize: 1 << (4 + random.below(10)))
      let seen = readAll(reader, slots: FuzzTests.plan.paths.count)
      #expect(seen.failure == nil)
      var number = 0
      var found = seen.records[...]
      var bad = 0
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        number += 1
        let record = found.first?.number == number ? found.popFirst() : nil
        if record == nil { bad += 1 }
        // Invalid UTF-8 matters only where it is used, which the naive reader does not know.
        guard String(validating: line, as: UTF8.self) != nil else { continue }
        #expect(record?.values == expected(Array(line)), "line \(number), seed \(random.seed)")
      }
      #expect(found.isEmpty && seen.problems.count == bad)
    }
  }

  @Test func `JSON arrays hold the records that lines hold`() throws {
    var random = SeededRandom.announced("JSON arrays")
    let trie = try FieldTrie(FuzzTests.plan)
    for _ in 0..<60 {
      let records = (0..<30).map { _ in json(&random, depth: 0) }
      let folder = try TemporaryFolder()
      try folder.write("lines", records.joined(separator: "\n"))
      let separators = [",", " ,\n", ", ", "\r\n,"]
      let text = "[" + records.joined(separator: separators[random.below(4)]) + "]"
      try folder.write("array", text)
      let size = 1 << (2 + random.below(10))
      let lines = BlockReader(
        try folder.selection("lines").files(), try JSONLinesFormat(FuzzTests.plan), blockSize: size)
      let array = BlockReader(
        try folder.selection("array").files(), JSONArrayFormat(trie: trie, path: []),
        blockSize: size)
      let slots = FuzzTests.plan.paths.count
      #expect(readAll(array, slots: slots).records == readAll(lines, slots: slots).records)
      // Damaged: no crash, and blocks of another size say the same.
      try folder.write("damaged", bytes: damaged(Array(text.utf8), &random))
      let one = try damagedArray(folder, trie, 1 << 20)
      let other = try damagedArray(folder, trie, size)
      #expect(one.records == other.records && one.problems == other.problems)
      #expect(one.failure == other.failure, "seed \(random.seed)")
    }
  }

  private func damagedArray(
    _ folder: borrowing TemporaryFolder, _ trie: FieldTrie, _ size: Int
  ) throws -> Seen {
    let format = JSONArrayFormat(trie: trie, path: [])
    let reader = BlockReader(try folder.selection("damaged").files(), format, blockSize: size)
    var seen = readAll(reader, slots: FuzzTests.plan.paths.count)
    // Records before the damage come or not, as the blocks fall.
    if seen.failure != nil {
      seen.records = []
      seen.problems = []
    }
    return seen
  }

  @Test func `random bytes crash no reader`() throws {
    var random = SeededRandom.announced("random bytes")
    let alphabet = Array("{}[]\",:\\\n\r\t -0e.a\0".utf8) + [0xEF, 0xBB, 0xBF, 0xFF, 0xC3, 0xA9]
    let formats: [FileSource.Format] = [
      .lines, .array(path: []), .array(path: ["a"]), .rows(CSVSettings()),
      .rows(
        CSVSettings(columns: ["a", "c", "a.b", "b.a", "é", "longer than eight"], hasHeader: false)),
      .documents(frontMatter: true),
    ]
    for turn in 0..<300 {
      let bytes = (0..<random.below(200)).map { _ in alphabet[random.below(alphabet.count)] }
      _ = try read(bytes, as: formats[turn % formats.count], FuzzTests.plan)
    }
  }
}
