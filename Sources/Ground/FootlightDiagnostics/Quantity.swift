/// Numbers as people read them.
package enum Quantity {
  /// A whole number with its thousands apart: `1,200,000`.
  package static func count(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A number as programs read it, whole where it is: `2010`, `3.5`.
  package static func plain(_ number: Double) -> String {
    number == number.rounded(.towardZero) && abs(number) < 9_007_199_254_740_992
      ? String(Int64(number)) : number.description
  }

  /// A count and what is counted: `1 item`, `2 items`.
  package static func of(_ number: Int, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Whole numbers in their order, and what is numbered: `shard 7`, `shards 0-3, 7`.
  package static func ranges(_ numbers: [Int], of noun: String) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let texts = ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return "\(noun)\(numbers.count == 1 ? "" : "s") " + texts.joined(separator: ", ")
  }

  /// A number of bytes: `312 B`, `4.1 KB`, `1.5 GB`, by 1000 as disks count.
  package static func bytes(_ number: Int) -> String {
    var value = Double(number)
    for unit in ["B", "KB", "MB", "GB", "TB"] {
      if abs(value) < 999.5 || unit == "TB" {
        return unit == "B" ? "\(number) B" : "\(decimal(value)) \(unit)"
      }
      value /= 1000
    }
    return "\(number) B"
  }

  /// A time that something took: `0.4 ms`, `312 ms`, `4.1 s`, `3 min 5 s`.
  package static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "–" }
    if seconds < 0.9995 { return "\(decimal(seconds * 1000)) ms" }
    if seconds < 99.5 { return "\(decimal(seconds)) s" }
    let whole = Int(seconds.rounded())
    return "\(whole / 60) min \(whole % 60) s"
  }

  /// A time to wait, in whole seconds or minutes: `8 s`, `4 min`, `2 h`.
  package static func wait(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "–" }
    if seconds < 90 { return "\(Int(max(1, seconds.rounded(.up)))) s" }
    if seconds < 5400 { return "\(Int((seconds / 60).rounded(.up))) min" }
    return "\(Int((seconds / 3600).rounded(.up))) h"
  }

  /// A share: `42 %`.
  package static func percent(_ share: Double) -> String {
    guard share.isFinite else { return "0 %" }
    return "\(Int((min(1, max(0, share)) * 100).rounded(.down))) %"
  }

  /// A quantity with one digit after the point below ten, and without digits there above.
  private static func decimal(_ value: Double) -> String {
    guard value < 9.95 else { return String(Int(value.rounded())) }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Duration {
  /// In seconds, as far as a Double can tell.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// In whole nanoseconds; those that an Int64 cannot hold are its ends.
  package var inNanoseconds: Int64 {
    let (whole, isFar) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isFarther) = whole.addingReportingOverflow(components.attoseconds / 1_000_000_000)
    guard isFar || isFarther else { return sum }
    return components.seconds < 0 ? .min : .max
  }

  /// In whole microseconds.
  package var inMicroseconds: Int { Int(inNanoseconds / 1_000) }

  /// In whole milliseconds.
  package var inMilliseconds: Int { Int(inNanoseconds / 1_000_000) }
}
