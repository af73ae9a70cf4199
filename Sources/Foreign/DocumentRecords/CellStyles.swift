import FootlightPlatform

/// Which cells of a workbook are dates, and what date a number is.
struct CellStyles {
  /// For each style of a cell, whether it shows dates.
  var areDates: [Bool] = []
  /// Whether days are counted from 1904.
  var countsFrom1904 = false

  /// A number as ISO 8601: days since the end of 1899, with the 29th of February 1900 that never was.
  func date(_ number: Double) -> String? {
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
    private var formats: [Int: Bool] = [:]
    private var isInCells = false

    func begin(_ name: String, _ attributes: MarkupAttributes) {
      switch name {
      case "numFmt":
        if let id = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"]
        {
          formats[id] = Reader.showsDate(code)
        }
      case "cellXfs": isInCells = true
      case "xf":
        guard isInCells else { return }
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        // Those of the standard: 14 to 22, and 45 to 47.
        styles.areDates.append(formats[id] ?? ((14...22).contains(id) || (45...47).contains(id)))
      default: break
      }
    }

    func end(_ name: String) {
      if name == "cellXfs" { isInCells = false }
    }

    /// Whether a format shows a date: with letters for days, months, years or hours outside of quotes.
    private static func showsDate(_ code: String) -> Bool {
      var isQuoted = false
      var isBracketed = false
      for character in code.lowercased() {
        switch character {
        case "\"": isQuoted.toggle()
        case "[": isBracketed = true
        case "]": isBracketed = false
        case "d", "m", "y", "h", "s": if !isQuoted, !isBracketed { return true }
        default: break
        }
      }
      return false
    }
  }
}
