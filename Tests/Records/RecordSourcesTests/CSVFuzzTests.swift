import FootlightPlatform
import TestSupport
import Testing

@testable import DeclaredRecords

/// Random tables: what was written is read, and damaged ones are read as a naive reader does.
struct CSVFuzzTests {
  private static let plan = FieldPlan("a", "c", "d")

  private func cell(_ random: inout SeededRandom) -> String {
    let pieces = [
      "a", "b", "\"", ",", "\n", "\r\n", " ", "é", "三", "\"\"", "sixteen bytes, or more",
    ]
    return (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  private func written(_ cell: String, _ random: inout SeededRandom) -> String {
    let mustQuote = cell.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard mustQuote || random.below(4) == 0 else { return cell }
    var text = "\""
    for scalar in cell.unicodeScalars {
      text.unicodeScalars.append(scalar)
      if scalar == "\"" { text += "\"" }
    }
    return text + "\""
  }

  private func read(_ bytes: [UInt8], block: Int) throws -> Seen {
    let folder = try TemporaryFolder()
    try folder.write("file", bytes: bytes)
    let format = try CSVFormat(CSVSettings(), CSVFuzzTests.plan)
    return readAll(
      BlockReader(try folder.selection("file").files(), format, blockSize: block), slots: 3)
  }

  @Test func `every table that is written is read as it was`() throws {
    var random = SeededRandom.announced("tables")
    for _ in 0..<60 {
      let rows = (0..<40).map { _ in (0..<4).map { _ in cell(&random) } }
      let end = random.below(2) == 0 ? "\n" : "\r\n"
      var text = "a,b,c,d\(end)"
      for row in rows {
        text += row.map { written($0, &random) }.joined(separator: ",") + end
      }
      let seen = try read(Array(text.utf8), block: 1 << (3 + random.below(10)))
      #expect(seen.problems.isEmpty && seen.failure == nil)
      #expect(
        seen.values == rows.map { row in [0, 2, 3].map { ["\"\(row[$0])\""] } },
        "seed \(random.seed)")
    }
  }

  @Test func `damaged tables are read as a naive reader reads them`() throws {
    var random = SeededRandom.announced("damaged tables")
    let alphabet = Array("ab,\"\n\r ".utf8)
    for _ in 0..<300 {
      let body = (0..<random.below(120)).map { _ in alphabet[random.below(alphabet.count)] }
      let bytes = Array("a,b,c,d\n".utf8) + body
      let seen = try read(bytes, block: 1 << (1 + random.below(8)))
      let (rows, isClosed) = naiveRows(bytes)
      #expect((seen.failure == nil) == isClosed, "seed \(random.seed)")
      guard isClosed else { continue }
      var number = 0
      var found = seen.records[...]
      for row in rows.dropFirst() {
        number += 1
        let record = found.first?.number == number ? found.popFirst() : nil
        let isGood = row.map { $0.dropFirst(4).allSatisfy(\.isEmpty) } ?? false
        #expect((record != nil) == isGood, "row \(number), seed \(random.seed)")
        if let record, let row {
          // A row that ends early has no values behind its last one.
          #expect(
            record.values == [0, 2, 3].map { $0 < row.count ? ["\"\(row[$0])\""] : [] })
        }
      }
      #expect(found.isEmpty)
    }
  }

  /// The rows by one character after the other; nil for one in which text follows a quoted cell.
  private func naiveRows(_ bytes: [UInt8]) -> (rows: [[String]?], isClosed: Bool) {
    var rows: [[String]?] = []
    var row: [String] = []
    var cell: [UInt8] = []
    enum State { case start, plain, quoted, closed }
    var state = State.start
    var isWrong = false
    var isBlank = true
    func finishCell() {
      row.append(String(decoding: cell, as: UTF8.self))
      cell = []
      state = .start
    }
    func finishRow() {
      // The carriage return of the line end is no part of the last cell.
      if state == .plain, cell.last == 0x0D { cell.removeLast() }
      let isEmpty = row.isEmpty && cell.isEmpty && isBlank
      finishCell()
      if !isEmpty { rows.append(isWrong ? nil : row) }
      row = []
      isWrong = false
      isBlank = true
    }
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      let endsLine = at + 1 == bytes.count || bytes[at + 1] == 0x0A
      at += 1
      switch (state, byte) {
      case (.quoted, 0x22):
        if at < bytes.count, bytes[at] == 0x22 {
          cell.append(0x22)
          at += 1
        } else {
          state = .closed
        }
      case (.quoted, _): cell.append(byte)
      case (_, 0x0A): finishRow()
      case (_, 0x2C):
        isBlank = false
        finishCell()
      case (.start, 0x22):
        isBlank = false
        state = .quoted
      case (.closed, 0x0D) where endsLine: break
      case (.closed, _): isWrong = true
      default:
        if byte != 0x0D || !endsLine { isBlank = false }
        cell.append(byte)
        state = .plain
      }
    }
    if state == .quoted { return (rows, false) }
    finishRow()
    return (rows, true)
  }
}
