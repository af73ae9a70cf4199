@testable import DeclaredRecords

/// Rows read one byte after the other, as RFC 4180 has them: what the fast reader must agree with.
struct NaiveCSV {
  var dialect: CSVDialect
  var columns: Int
  /// The columns that are wanted.
  var wanted: Set<Int>
  var bytes: [UInt8]

  /// What a row turns out to be.
  enum Row: Equatable {
    case cells([[UInt8]])
    /// A mistake, with its code and offset.
    case mistake(String, Int)
  }

  /// All rows, the header among them; an offset when the quote there is never closed.
  func rows() -> (rows: [Row], open: Int?) {
    var rows: [Row] = []
    var start = 0
    var open: Int?
    var at = 0
    func finish(_ end: Int) {
      var end = end
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      if end > start { rows.append(row(start, end)) }
    }
    while at < bytes.count {
      let byte = bytes[at]
      if open != nil {
        if byte == dialect.quote {
          if at + 1 < bytes.count, bytes[at + 1] == byte { at += 1 } else { open = nil }
        }
      } else if byte == 0x0A {
        finish(at)
        start = at + 1
      } else if byte == dialect.quote, at == start || bytes[at - 1] == dialect.delimiter {
        open = at
      }
      at += 1
    }
    if open == nil { finish(bytes.count) }
    return (rows, open)
  }

  private func row(_ start: Int, _ end: Int) -> Row {
    if let zero = bytes[start..<end].firstIndex(of: 0) { return .mistake("recordUnreadable", zero) }
    var cells: [[UInt8]] = []
    var at = start
    while true {
      var cell: [UInt8] = []
      var places: [Int] = []
      if at < end, bytes[at] == dialect.quote {
        at += 1
        while true {
          if bytes[at] == dialect.quote {
            guard at + 1 < end, bytes[at + 1] == dialect.quote else { break }
            at += 1
          }
          cell.append(bytes[at])
          places.append(at)
          at += 1
        }
        at += 1
        if at < end, bytes[at] != dialect.delimiter { return .mistake("recordUnreadable", at) }
      } else {
        while at < end, bytes[at] != dialect.delimiter {
          cell.append(bytes[at])
          places.append(at)
          at += 1
        }
      }
      if wanted.contains(cells.count), String(validating: cell, as: UTF8.self) == nil {
        let valid = (0..<cell.count).last {
          String(validating: cell[..<$0], as: UTF8.self) != nil
        }
        return .mistake("recordEncoding", places[valid ?? 0])
      }
      cells.append(cell)
      if at >= end { break }
      at += 1
    }
    if !cells.dropFirst(columns).allSatisfy(\.isEmpty) {
      return .mistake("recordUnreadable", start)
    }
    return .cells(cells)
  }

  /// The line and column of an offset.
  func place(_ offset: Int) -> String {
    let before = bytes[..<offset]
    let line = before.count { $0 == 0x0A } + 1
    return "\(line):\(offset - (before.lastIndex(of: 0x0A) ?? -1))"
  }
}
