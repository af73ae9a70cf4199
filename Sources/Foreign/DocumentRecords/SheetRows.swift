/// The rows of a sheet of Office Open XML (ECMA-376, part 1, section 18.3).
final class OfficeSheetRows: MarkupHandler {
  private let strings: [String]
  private let styles: CellStyles
  private let rows: RowCollector
  private var cells: [String] = []
  private var number = 0
  private var type = ""
  private var style = 0
  private var column = 0
  private var bytes: [UInt8] = []
  private var isShown = false

  /// No sheet has more columns.
  private static let columns = 16_384

  init(_ strings: [String], _ styles: CellStyles, _ rows: RowCollector) {
    self.strings = strings
    self.styles = styles
    self.rows = rows
  }

  func begin(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "row":
      number = attributes["r"].flatMap { Int($0) } ?? number + 1
      cells = []
      column = 0
    case "c":
      type = attributes["t"] ?? "n"
      style = attributes["s"].flatMap { Int($0) } ?? 0
      if let place = attributes["r"].flatMap(OfficeSheetRows.column) { column = place }
      bytes.removeAll(keepingCapacity: true)
    case "v", "t": isShown = true
    default: break
    }
  }

  func end(_ name: String) {
    switch name {
    case "v", "t": isShown = false
    case "c":
      let text = value
      if !text.isEmpty, column < OfficeSheetRows.columns {
        while cells.count < column { cells.append("") }
        cells.append(text)
      }
      column += 1
    case "row": rows.add(number, cells)
    default: break
    }
  }

  func characters(_ text: Span<UInt8>) {
    guard isShown else { return }
    for index in text.indices { bytes.append(text[index]) }
  }

  private var value: String {
    let written = String(decoding: bytes, as: UTF8.self)
    switch type {
    case "s": return Int(written).flatMap { strings.indices.contains($0) ? strings[$0] : nil } ?? ""
    case "b": return written == "1" ? "true" : written == "0" ? "false" : written
    case "e": return ""
    case "n":
      guard let number = Double(written) else { return written }
      if let shown = styles.text(number, style: style) { return shown }
      return Int(exactly: number).map(String.init) ?? String(number)
    default: return written
    }
  }

  /// The column of a reference such as `AB12`, from 0 on.
  private static func column(_ reference: String) -> Int? {
    var column = 0
    for byte in reference.utf8 {
      let letter = byte &- 0x41
      guard letter < 26 else { break }
      column = column * 26 + Int(letter) + 1
      if column > columns { return nil }
    }
    return column > 0 ? column - 1 : nil
  }
}

/// The rows of a table of OpenDocument (version 1.3, part 3, section 9).
final class OpenSheetRows: MarkupHandler {
  private let table: String
  private let rows: RowCollector
  private var isWanted = false
  private var cells: [String] = []
  private var number = 0
  private var repeatedRows = 1
  private var repeatedCells = 1
  private var typed = ""
  private var bytes: [UInt8] = []
  private var shown = 0
  private var inCell = false

  init(_ table: String, _ rows: RowCollector) {
    self.table = table
    self.rows = rows
  }

  func begin(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "table":
      isWanted = attributes["name"] == table
      number = 0
    case "table-row":
      repeatedRows = attributes["number-rows-repeated"].flatMap { Int($0) } ?? 1
      cells = []
    case "table-cell", "covered-table-cell":
      repeatedCells = attributes["number-columns-repeated"].flatMap { Int($0) } ?? 1
      typed = attributes["date-value"] ?? attributes["boolean-value"] ?? attributes["value"] ?? ""
      bytes.removeAll(keepingCapacity: true)
      inCell = true
    case "p": if inCell { shown += 1 }
    case "s": if shown > 0 { bytes.append(0x20) }
    case "annotation": inCell = false
    default: break
    }
  }

  func end(_ name: String) {
    switch name {
    case "p":
      if shown > 0 {
        shown -= 1
        bytes.append(0x0A)
      }
    case "annotation": inCell = true
    case "table-cell", "covered-table-cell":
      inCell = false
      while bytes.last == 0x0A { bytes.removeLast() }
      let text = typed.isEmpty ? String(decoding: bytes, as: UTF8.self) : typed
      // The empty cells after the last one are repeated to the edge of the sheet.
      let count = text.isEmpty ? min(repeatedCells, 1024) : min(repeatedCells, 4096)
      if cells.count < 16_384 { cells += [String](repeating: text, count: count) }
    case "table-row":
      while cells.last?.isEmpty ?? false { cells.removeLast() }
      if isWanted, !cells.isEmpty {
        for index in 0..<min(repeatedRows, 10_000) { rows.add(number + index + 1, cells) }
      }
      number += repeatedRows
    default: break
    }
  }

  func characters(_ text: Span<UInt8>) {
    guard shown > 0, isWanted else { return }
    for index in text.indices { bytes.append(text[index]) }
  }
}
