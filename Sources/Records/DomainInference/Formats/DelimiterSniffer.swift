import FootlightPlatform
import RecordSources

/// Finds out what stands between the values of rows.
struct DelimiterSniffer {
  /// A way to read rows, and how well it fits.
  struct Reading {
    var delimiter: UInt8
    var quote: UInt8?
    var rows: [[String]]
    /// How many cells a row has, mostly.
    var width: Int
    /// The share of rows that have so many.
    var regularity: Double
  }

  /// Most likely first: of equal fits, the first counts.
  private static let delimiters: [UInt8] = [0x2C, 0x09, 0x3B, 0x7C, 0x20]

  /// The way that fits best; nil when the lines have no columns.
  static func reading(_ beginning: borrowing FileBeginning) -> Reading? {
    var best: Reading?
    for delimiter in delimiters {
      for quote: UInt8? in [0x22, nil] {
        let sampled = SampledRows(
          beginning.bytes, delimiter: delimiter, quote: quote, isWhole: beginning.isWhole)
        guard let sampled, sampled.broken == 0, let reading = reading(sampled, delimiter, quote)
        else { continue }
        // Spaces stand in sentences: only tables without any other sign are split at them.
        if delimiter == 0x20, reading.regularity < 1 || reading.rows.count < 3 { break }
        if best.map({ score(reading) > score($0) }) ?? true { best = reading }
        break
      }
    }
    return best
  }

  private static func reading(
    _ sampled: SampledRows, _ delimiter: UInt8, _ quote: UInt8?
  ) -> Reading? {
    var counts: [Int: Int] = [:]
    for row in sampled.rows { counts[row.count, default: 0] += 1 }
    let usual = counts.filter { $0.key > 1 }.max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let usual, !sampled.rows.isEmpty else { return nil }
    let regularity = Double(usual.value) / Double(sampled.rows.count)
    guard regularity >= 0.8 else { return nil }
    return Reading(
      delimiter: delimiter, quote: quote, rows: sampled.rows, width: usual.key,
      regularity: regularity)
  }

  private static func score(_ reading: Reading) -> Double {
    reading.regularity * 10 + Double(min(reading.width, 20)) / 20
  }

  /// Lines without columns, each a row of one value.
  static func lines(_ beginning: borrowing FileBeginning) -> Reading? {
    for delimiter: UInt8 in [0x09, 0x7C, 0x3B, 0x7E, 0x5E] {
      guard beginning.bytes.firstIndex(of: delimiter, from: 0, to: beginning.bytes.count) == nil,
        let rows = SampledRows(
          beginning.bytes, delimiter: delimiter, quote: nil, isWhole: beginning.isWhole)
      else { continue }
      return Reading(
        delimiter: delimiter, quote: nil, rows: rows.rows, width: 1, regularity: 1)
    }
    return nil
  }
}
