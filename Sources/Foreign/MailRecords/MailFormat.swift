package import FootlightDiagnostics
import FootlightPlatform
package import ForeignRecords

/// Reads mail: a file that begins with `From ` is a mailbox (mbox) with many, any other is one mail.
///
/// A file of a Maildir is one mail, even where whoever delivered it left such a line in front of it.
package struct MailFormat: ForeignFormat {
  /// The settings that this kind has.
  package static let settings: [String] = []

  /// Loads what has to be loaded before the process is locked in.
  package init() {
    #if MailRecords
      MailParser.load()
    #endif
  }

  package mutating func read(
    _ file: inout ForeignFile, _ printer: inout RecordPrinter
  ) throws(Failure) {
    #if MailRecords
      guard try file.size() > 0 else {
        return try printer.failed(
          line: 1, "the file is empty", remedy: "leave it out of the glob")
      }
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
      guard var parser = MailParser(try file.descriptor(), isMailbox: isMailbox, from: start)
      else {
        return try printer.failed(
          line: 1, "there is no memory to read the file", remedy: "raise `memory_limit`")
      }
      var lines = LineFinder()
      while !parser.isAtEnd, !printer.isClosed {
        guard let (mail, offset) = parser.next() else {
          // Behind the last mail of a mailbox there may be blank lines.
          guard isMailbox, parser.isAtEnd else {
            try printer.bad(
              line: lines.last, "this is no mail", remedy: "look at the lines from here on")
            break
          }
          break
        }
        let line = isMailbox ? try lines.line(of: offset, file) : 1
        if let excess = mail.excess {
          // A part of it would look like all of it.
          try printer.bad(
            line: line, "this mail holds \(excess)",
            remedy: "take it out of the mailbox, or split it")
        } else {
          mail.append(to: &printer.json, isQuoted: isMailbox)
          try printer.record(line: line)
        }
        if !isMailbox { break }
      }
      try printer.end()
    #else
      throw SisterProgram.read.lacks("MailRecords")
    #endif
  }

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

/// The lines of a file by offsets that only grow.
struct LineFinder: ~Copyable {
  private var offset = 0
  private(set) var last = 1
  private var piece = ByteArena(capacity: 1 << 18)

  /// The line on which an offset lies.
  mutating func line(of wanted: Int, _ file: borrowing ForeignFile) throws(Failure) -> Int {
    while offset < wanted {
      piece.removeAll()
      let got = try file.read(into: &piece, at: offset, upTo: min(1 << 18, wanted - offset))
      guard got > 0 else { break }
      var at = 0
      while let next = piece.firstIndex(of: 0x0A, from: at, to: piece.count) {
        last += 1
        at = next + 1
      }
      offset += got
    }
    return last
  }
}
