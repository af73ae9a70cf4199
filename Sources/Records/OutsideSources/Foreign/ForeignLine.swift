import DeclaredRecords
import FootlightPlatform

// A hot file: every record of a foreign format passes through here; benchmark `readers`.

/// One line of what footlight-read prints; whatever is none of these is not believed.
enum ForeignLine {
  /// The object at a range is a record.
  case record(file: Int, line: Int, ByteRange)
  /// A record cannot be read, or a file no further.
  case lost(Loss, file: Int, line: Int, message: String, remedy: String)
  /// A file has been read; it has so many records, bad ones included.
  case end(file: Int, count: Int)
  /// How the process is locked in.
  case confinement(files: Bool, calls: Bool)

  /// What is lost: a record, one that may be read another time, or the rest of a file.
  enum Loss: String, CaseIterable {
    case bad, passing, failed
  }

  /// Reads the line at a range, without its line feed; nil when it is none.
  init?(_ bytes: Span<UInt8>, _ range: ByteRange) {
    var scan = LineScan(at: range.lowerBound, end: range.upperBound)
    if let file = scan.number(bytes, after: "{\"file\":"),
      let line = scan.number(bytes, after: ",\"line\":"), scan.skip(bytes, ",\"record\":")
    {
      guard scan.end - scan.at >= 3, bytes[scan.at] == UInt8(ascii: "{"),
        bytes[scan.end - 1] == UInt8(ascii: "}"), bytes[scan.end - 2] == UInt8(ascii: "}")
      else { return nil }
      self = .record(
        file: file, line: line, ByteRange(start: scan.at, count: scan.end - 1 - scan.at))
      return
    }
    guard range.count < 1 << 16, let other = ForeignLine.other(bytes, range) else { return nil }
    self = other
  }

  private static func other(_ bytes: Span<UInt8>, _ range: ByteRange) -> ForeignLine? {
    var line = ByteArena(capacity: Int(range.count) + scanPadding)
    line.append(bytes.extracting(range.lowerBound..<range.upperBound))
    let record = try? JSONScanner.over(line) { (scanner, bytes) throws(JSONFault) in
      try scanner.record(bytes)
    }
    guard let record else { return nil }
    func number(_ name: String) -> Int? {
      guard case .number(let text)? = record[name], let number = Int(text), number >= 0 else {
        return nil
      }
      return number
    }
    func text(_ name: String) -> String? {
      guard case .text(let text)? = record[name] else { return nil }
      return String(text.unicodeScalars.prefix(400).map { $0.value < 0x20 ? " " : Character($0) })
    }
    if let file = number("file") {
      if let count = number("end") { return .end(file: file, count: count) }
      guard let line = number("line"), let remedy = text("remedy") else { return nil }
      for loss in Loss.allCases {
        guard let message = text(loss.rawValue) else { continue }
        return .lost(loss, file: file, line: line, message: message, remedy: remedy)
      }
      return nil
    }
    guard case .boolean(let files)? = record["files"], case .boolean(let calls)? = record["calls"]
    else { return nil }
    return .confinement(files: files, calls: calls)
  }
}

/// A place in a line.
private struct LineScan {
  var at: Int
  let end: Int

  mutating func skip(_ bytes: Span<UInt8>, _ text: String) -> Bool {
    let count = text.utf8.count
    guard end - at >= count else { return false }
    for (offset, byte) in text.utf8.enumerated() where byte != bytes[at + offset] { return false }
    at += count
    return true
  }

  /// A number of at most nine digits after a text.
  mutating func number(_ bytes: Span<UInt8>, after text: String) -> Int? {
    guard skip(bytes, text) else { return nil }
    let first = at
    var number = 0
    while at < end, at - first < 10, bytes[at].isDigit {
      number = number * 10 + Int(bytes[at] &- 0x30)
      at += 1
    }
    return at > first && at - first < 10 ? number : nil
  }
}
