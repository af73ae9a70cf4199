import FootlightPlatform

/// A look at a mail before the library sees it.
enum MailBounds {
  /// The most colons of a header that lists addresses; each may begin a group, and the library follows groups one
  /// within the other until its stack ends.
  private static let mostGroups = 1_000
  private static let names = [
    "from", "to", "cc", "bcc", "sender", "reply-to", "resent-from", "resent-to", "resent-cc",
    "resent-bcc", "resent-sender", "resent-reply-to", "disposition-notification-to", "errors-to",
  ]
  /// As much of a line is looked at to know what it is.
  private static let prefix = 64
  private static let piece = 1 << 18

  /// Whether a header of the mail lists addresses in more groups than anybody writes.
  static func nests(_ range: Range<Int>, of file: borrowing ForeignFile) throws(Failure) -> Bool {
    var bytes = ByteArena(capacity: piece)
    var offset = range.lowerBound
    var beginsLine = true
    /// The colons of the header that goes on; nil for other lines.
    var colons: Int?
    while offset < range.upperBound {
      bytes.removeAll()
      let got = try file.read(
        into: &bytes, at: offset, upTo: min(piece, range.upperBound - offset))
      guard got > 0 else { return false }
      let isLast = offset + got >= range.upperBound
      var at = 0
      while at < got {
        let end = bytes.firstIndex(of: 0x0A, from: at, to: got)
        // The beginning of a line is looked at in one piece.
        if beginsLine, end == nil, !isLast, at > 0, got - at < prefix { break }
        if beginsLine, !isFolded(bytes[at]) {
          let count = min((end ?? got) - at, prefix)
          let name = bytes.text(ByteRange(start: at, count: count)).prefix { $0 != ":" }
          colons = names.contains(name.lowercased()) ? 0 : nil
        }
        if var count = colons {
          for place in at..<(end ?? got) where bytes[place] == UInt8(ascii: ":") { count += 1 }
          if count > mostGroups { return true }
          colons = count
        }
        beginsLine = end != nil
        at = end.map { $0 + 1 } ?? got
      }
      offset += at
    }
    return false
  }

  /// Whether a line goes on with the header before it.
  private static func isFolded(_ first: UInt8) -> Bool { first == 0x20 || first == 0x09 }
}
