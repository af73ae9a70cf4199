import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// Random tables with everything that may stand in one, damaged or not, are read as a reader
/// does that goes byte by byte: same rows, same mistakes, same places.
struct CSVDifferentialTests {
  /// What a table is made of.
  private struct Recipe {
    var dialect: CSVDialect
    var width: Int
    var pieces: [[UInt8]]
    /// One row in so many is damaged, and one cell in so many is quoted; 0 for none.
    var damaged: Int
    var quoted: Int
    var lineEnd: [UInt8]

    init(_ random: inout SeededRandom) {
      let quotes: [UInt8?] = [0x22, 0x22, 0x22, 0x27, nil]
      dialect = CSVDialect(
        delimiter: [0x2C, 0x3B, 0x09, 0x7C][random.below(4)], quote: quotes[random.below(5)])
      width = 1 + random.below(random.oneIn(10) ? 300 : 8)
      damaged = [0, 3, 50][random.below(3)]
      quoted = [0, 2, 40][random.below(3)]
      lineEnd = random.oneIn(2) ? [0x0A] : [0x0D, 0x0A]
      pieces = ["a", "bc", " ", "\r", "twenty bytes and more"].map { Array($0.utf8) }
      if random.oneIn(2) { pieces += ["é", "三", "😀", "\u{7FF}\u{800}"].map { Array($0.utf8) } }
    }

    func cell(_ random: inout SeededRandom) -> [UInt8] {
      var cell = (0..<random.below(5)).flatMap { _ in random.pick(pieces) ?? [] }
      if random.oneIn(30) { cell += [UInt8](repeating: 0x78, count: random.below(140)) }
      guard let quote = dialect.quote, quoted > 0, random.oneIn(quoted) else { return cell }
      for special in [[quote], [0x0A], [dialect.delimiter], [0x0D, 0x0A]] where random.oneIn(3) {
        cell.insert(contentsOf: special, at: random.below(cell.count + 1))
      }
      return [quote] + cell.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }

    func row(_ random: inout SeededRandom) -> [UInt8] {
      var cells = (0..<width).map { _ in cell(&random) }
      if random.oneIn(40) { cells += [[], []].prefix(1 + random.below(2)) }
      let isDamaged = damaged > 0 && random.oneIn(damaged)
      if isDamaged, random.oneIn(3) {
        if random.oneIn(2) { cells.append([0x7A]) } else { cells.removeLast() }
      }
      var row = Array(cells.joined(separator: [dialect.delimiter]))
      if isDamaged, random.oneIn(2) {
        let damage: [[UInt8]] = [
          [0xFF], [0xC3], [0xC0, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xE4, 0xB8],
          [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80],
          [0], [dialect.quote ?? 0x22], [0x0A],
        ]
        row.insert(contentsOf: random.pick(damage) ?? [], at: random.below(row.count + 1))
      }
      return row
    }

    func table(_ random: inout SeededRandom) -> [UInt8] {
      let names = (0..<width).map { Array("c\($0)".utf8) }
      var table = Array(names.joined(separator: [dialect.delimiter])) + lineEnd
      for _ in 0..<random.below(random.oneIn(8) ? 400 : 20) {
        table += row(&random) + lineEnd
        if random.oneIn(20) { table += lineEnd }
      }
      if random.oneIn(2) { table += row(&random) }
      return table
    }
  }

  @Test func `random tables are read as one byte after the other`() throws {
    var random = SeededRandom.announced("tables beside a naive reader")
    let folder = try TemporaryFolder()
    for _ in 0..<400 {
      let recipe = Recipe(&random)
      let columns = (0..<(1 + random.below(4))).map { _ in random.below(recipe.width) }
      let naive = NaiveCSV(
        dialect: recipe.dialect, columns: recipe.width, wanted: Set(columns),
        bytes: recipe.table(&random))
      try folder.write("file", bytes: naive.bytes)
      let plan = FieldPlan(columns.map { FieldPath([.key("c\($0)")]) })
      let format = try CSVFormat(CSVSettings(dialect: recipe.dialect), plan)
      let reader = BlockReader(
        try folder.selection("file").files(), format, blockSize: 1 << (3 + random.below(14)))
      let seen = readAll(reader, slots: columns.count)
      compare(seen, naive, columns, random.seed)
    }
  }

  private func compare(_ seen: Seen, _ naive: NaiveCSV, _ columns: [Int], _ seed: UInt64) {
    let (rows, open) = naive.rows()
    if let open {
      let place = seen.failure?.diagnostics.first?.location
      #expect(
        "\(place?.line ?? 0):\(place?.column ?? 0)" == naive.place(open), "seed \(seed)")
      return
    }
    #expect(seen.failure == nil, "seed \(seed)")
    var records: [SeenRecord] = []
    var mistakes: [String] = []
    for (number, row) in rows.enumerated().dropFirst() {
      switch row {
      case .cells(let cells):
        let values = columns.map { column in
          column < cells.count ? ["\"\(String(decoding: cells[column], as: UTF8.self))\""] : []
        }
        records.append(SeenRecord(number: number, values: values))
      case .mistake(let code, let offset): mistakes.append("\(code) \(naive.place(offset))")
      }
    }
    let problems = zip(seen.problems, seen.places).map { problem, place in
      (problem.code == .recordEncoding ? "recordEncoding " : "recordUnreadable ") + place
    }
    #expect(seen.records == records, "seed \(seed)")
    #expect(problems == mistakes, "seed \(seed)")
  }

  @Test func `text is valid in blocks when it is valid as a whole`() throws {
    var random = SeededRandom.announced("text in blocks")
    let bytes: [UInt8] = [
      0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    let whole = ["a", "é", "ࠀ", "三", "\u{FFFF}", "𐀀", "\u{10FFFF}"].map { Array($0.utf8) }
    for _ in 0..<4000 {
      var text: [UInt8] = []
      let size = random.below(200)
      while text.count < size { text += random.pick(whole) ?? [] }
      for _ in 0..<random.below(3) {
        text.insert(
          contentsOf: (0..<(1 + random.below(4))).map { _ in random.pick(bytes) ?? 0 },
          at: random.below(text.count + 1))
      }
      let padded = text + [UInt8](repeating: 0, count: scanPadding)
      var blocks = UTF8Blocks()
      for start in stride(from: 0, to: text.count, by: 64) {
        blocks.take(padded.span.wideBlock(start))
      }
      blocks.end()
      let isValid = String(validating: text, as: UTF8.self) != nil
      #expect(blocks.isInvalid != isValid, "\(text), seed \(random.seed)")
      #expect((padded.span.firstInvalidUTF8(from: 0, to: text.count) == nil) == isValid)
    }
  }
}
