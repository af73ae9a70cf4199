package import FootlightPlatform

/// Reads mail: a file that begins with `From ` is a mailbox (mbox) with many, any other is one mail.
///
/// A file of a Maildir is one mail, even where whoever delivered it left such a line in front of it.
package struct MailFormat: ForeignFormat {
  /// Loads what has to be loaded before the process is locked in.
  package init() {
    #if Complete
      MailParser.load()
    #endif
  }

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    #if Complete
      // Programs of mail keep a folder without mails as an empty file.
      guard try file.size() > 0 else { return try printer.end() }
      let beginning = try file.beginning(1 << 12)
      let hasMark = beginning.starts(with: Array("From ".utf8))
      let isMailbox = hasMark && !isOfMaildir(file.path)
      let start =
        hasMark && !isMailbox ? beginning.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0 : 0
      if !isMailbox, !looksLikeMail(beginning[start...]) {
        return try printer.failed(
          line: 1, "the file begins with no header of a mail",
          remedy: "name files of mail: mbox, Maildir or eml")
      }
      if isMailbox {
        var mails = MailboxMails()
        while !printer.isClosed, let place = try mails.next(file) {
          try read(place.range, of: file, line: place.line, isQuoted: true, &printer)
        }
      } else {
        try read(start..<(try file.size()), of: file, line: 1, isQuoted: false, &printer)
      }
      try printer.end()
    #else
      throw SisterProgram.read.lacksTrait
    #endif
  }

  #if Complete
    /// Reads one mail; what is wrong with it costs no other.
    private func read(
      _ range: Range<Int>, of file: borrowing ForeignFile, line: Int, isQuoted: Bool,
      _ printer: inout RecordPrinter
    ) throws(Failure) {
      guard try !MailBounds.nests(range, of: file) else {
        // The library would not survive it, and with it the neighbours would be lost.
        return try printer.bad(
          line: line, "this mail lists addresses in more groups than can be read",
          remedy: "do not trust it; take it out of the mailbox")
      }
      guard var parser = MailParser(try file.descriptor(), range) else {
        return try printer.failed(
          line: line, "there is no memory to read the mail", remedy: "raise `memory_limit`")
      }
      guard let mail = parser.mail() else {
        return try printer.bad(
          line: line, "this is no mail", remedy: "look at the lines from here on")
      }
      guard mail.excess == nil else {
        // A part of it would look like all of it.
        return try printer.bad(
          line: line, "this mail holds \(mail.excess ?? "too much")",
          remedy: "take it out of the mailbox, or split it")
      }
      mail.append(to: &printer.json, isQuoted: isQuoted)
      try printer.record(line: line)
    }
  #endif

  /// Whether a file lies where those of a Maildir do (https://cr.yp.to/proto/maildir.html).
  private func isOfMaildir(_ path: String) -> Bool {
    guard let folder = Path.parent(of: path) else { return false }
    return ["cur", "new"].contains(Path.name(of: folder))
  }

  /// Whether a text begins with a header: a name of printable characters and a colon.
  private func looksLikeMail(_ beginning: ArraySlice<UInt8>) -> Bool {
    let name = beginning.prefix(200).prefix { $0 != UInt8(ascii: ":") }
    return !name.isEmpty && name.count < 100
      && name.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
  }
}

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
        // A line that begins with white space goes on with the header before it.
        if beginsLine, bytes[at] != 0x20, bytes[at] != 0x09 {
          let count = min((end ?? got) - at, prefix)
          let name = bytes.text(ByteRange(start: at, count: count)).prefix { $0 != ":" }
          colons = names.contains(name.lowercased()) ? 0 : nil
        }
        if var count = colons {
          for index in at..<(end ?? got) where bytes[index] == UInt8(ascii: ":") { count += 1 }
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
}
