import FootlightPlatform

/// The mails of a mailbox (mbox), by the lines that part them.
///
/// A mail begins below a line `From … DATE` at the beginning of the file or after a blank line (RFC 4155,
/// appendix A). Lines of a text that begin with `From ` have no date, or no blank line before them.
struct MailboxMails: ~Copyable {
  /// A mail: where it is, and the line below which it begins.
  struct Place {
    var range: Range<Int>
    var line: Int
  }

  private var piece = ByteArena(capacity: 1 << 18)
  /// Where the piece begins in the file, and the first byte of it that is not looked at.
  private var base = 0
  private var at = 0
  private var line = 1
  private var isBlankBefore = true
  private var isAtEnd = false
  /// The mail that is being passed, without its end.
  private var open: (start: Int, line: Int)?

  /// The next mail; nil after the last one.
  mutating func next(_ file: borrowing ForeignFile) throws(Failure) -> Place? {
    while true {
      guard let end = piece.firstIndex(of: 0x0A, from: at, to: piece.count) else {
        if try fill(file) { continue }
        let last = base + piece.count
        // A last line without an end may still part mails; there is nothing below it.
        defer { open = nil }
        return open.map { Place(range: $0.start..<max($0.start, last), line: $0.line) }
      }
      let start = at
      at = end + 1
      line += 1
      var length = end - start
      if length > 0, piece[end - 1] == 0x0D { length -= 1 }
      let wasBlankBefore = isBlankBefore
      isBlankBefore = length == 0
      guard wasBlankBefore, length >= 5, piece[start] == UInt8(ascii: "F"),
        // A mailbox is recognised by its first line, whatever that says.
        base + start == 0 || isSeparator(ByteRange(start: start, count: length))
      else { continue }
      let place = open.map { Place(range: $0.start..<(base + start), line: $0.line) }
      open = (base + at, line - 1)
      if let place { return place }
    }
  }

  /// Reads on; false at the end of the file.
  private mutating func fill(_ file: borrowing ForeignFile) throws(Failure) -> Bool {
    if isAtEnd { return false }
    let rest = piece.bytes(ByteRange(start: at, count: piece.count - at))
    base += at
    at = 0
    piece.removeAll()
    piece.append(rest)
    // A line of a megabyte parts nothing: its end is looked for, and it is forgotten.
    if rest.count > 1 << 20 {
      base += rest.count - 1
      piece.removeAll()
      piece.append([0x20])
    }
    let got = try file.read(into: &piece, at: base + piece.count, upTo: 1 << 18)
    isAtEnd = got < 1 << 18
    return got > 0
  }

  /// Whether a line parts mails: `From `, an address, and a date with a time and a year.
  private func isSeparator(_ range: ByteRange) -> Bool {
    guard range.count <= 1000 else { return false }
    let words = piece.text(range).split(separator: " ")
    guard words.count >= 4, words[0] == "From" else { return false }
    let hasTime = words.contains { word in
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      return (2...3).contains(parts.count)
        && parts.allSatisfy { (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) }
    }
    let hasYear = words.contains { word in
      word.count == 4 && Int(word).map { (1970...2999).contains($0) } ?? false
    }
    return hasTime && hasYear
      && words.contains { MailboxMails.months.contains($0.prefix(3).lowercased()) }
  }

  private static let months: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
