import FootlightPlatform

/// Which cells of a workbook are dates or durations, and what a number is as one.
struct CellStyles {
  /// What the number of a cell is shown as.
  enum Meaning {
    case number, date
    /// `[h]:mm`: hours, or minutes alone, that count on beyond a day.
    case duration
  }

  /// The meaning of each style of a cell.
  var meanings: [Meaning] = []
  /// Whether days are counted from 1904.
  var countsFrom1904 = false

  /// What a number with a style is shown as; nil for one that is a number.
  func text(_ number: Double, style: Int) -> String? {
    guard meanings.indices.contains(style) else { return nil }
    return switch meanings[style] {
    case .number: nil
    case .date: date(number)
    case .duration: duration(number)
    }
  }

  /// Days as hours and minutes, and seconds where there are some.
  private func duration(_ days: Double) -> String? {
    guard abs(days) < 1e8 else { return nil }
    let seconds = Int((abs(days) * 86_400).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (days < 0 && seconds > 0 ? "-" : "") + "\(seconds / 3600):\(two(seconds / 60 % 60))"
      + (seconds % 60 == 0 ? "" : ":" + two(seconds % 60))
  }

  /// A number as ISO 8601: days since the end of 1899, with the 29th of February 1900 that never was.
  private func date(_ number: Double) -> String? {
    guard number >= 0, number < 2_958_466 else { return nil }
    var days = Int(number)
    var seconds = Int(((number - Double(days)) * 86_400).rounded())
    if seconds == 86_400 { (days, seconds) = (days + 1, 0) }
    // Days since 1970.
    let epoch = days - (countsFrom1904 ? 24_107 : days < 60 ? 25_568 : 25_569)
    let time = Instant.time(seconds)
    if days == 0, !countsFrom1904 { return time }
    let day = CivilDate(daysSince1970: Int64(epoch)).iso
    return seconds == 0 ? day : "\(day)T\(time)"
  }

  /// Reads the styles of a workbook of Office Open XML.
  final class Reader: MarkupHandler {
    private(set) var styles = CellStyles()
    private var formats: [Int: Meaning] = [:]
    private var isInCells = false

    func begin(_ name: String, _ attributes: MarkupAttributes) {
      switch name {
      case "numFmt":
        if let id = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"]
        {
          formats[id] = Reader.meaning(of: code)
        }
      case "cellXfs": isInCells = true
      case "xf":
        guard isInCells else { return }
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        // Those of the standard: 14 to 22, and 45 to 47.
        let isDate = (14...22).contains(id) || id == 45 || id == 47
        styles.meanings.append(formats[id] ?? (isDate ? .date : id == 46 ? .duration : .number))
      default: break
      }
    }

    func end(_ name: String) {
      if name == "cellXfs" { isInCells = false }
    }

    /// What a format shows: a date by letters for days, months, years or hours outside of quotes, a duration by
    /// those for hours, minutes or seconds in brackets.
    private static func meaning(of code: String) -> Meaning {
      var rest = code.lowercased()[...]
      while let character = rest.popFirst() {
        switch character {
        case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
        // The next character is shown, or its width or repetition.
        case "\\", "_", "*": rest = rest.dropFirst()
        case "[":
          let inside = rest.prefix { $0 != "]" }
          if let unit = inside.first, "hms".contains(unit), inside.allSatisfy({ $0 == unit }) {
            return .duration
          }
          rest = rest.dropFirst(inside.count + 1)
        case "d", "m", "y", "h", "s": return .date
        default: break
        }
      }
      return .number
    }
  }
}
