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
    let time = CellStyles.time(seconds)
    if days == 0, !countsFrom1904 { return time }
    let day = CellStyles.civil(epoch)
    return seconds == 0 ? day : "\(day)T\(time)"
  }

  private static func time(_ seconds: Int) -> String {
    "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  /// The date of a day since 1970 (https://howardhinnant.github.io/date_algorithms.html).
  private static func civil(_ days: Int) -> String {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let number = month < 10 ? month + 3 : month - 9
    let full = String(year + era * 400 + (number <= 2 ? 1 : 0))
    return String(repeating: "0", count: max(0, 4 - full.count))
      + "\(full)-\(two(number))-\(two(day))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

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

    func characters(_ text: Span<UInt8>) {}

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
