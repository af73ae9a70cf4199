package import FootlightPlatform

/// Rows in which a quote within quotes stands after a backslash, as Spark and MySQL write them.
///
/// They are written anew with doubled quotes (RFC 4180).
package struct BackslashedText {
  private let quote: UInt8
  private let escapes: CSVEscape
  private var isQuoted = false
  private var isEscaped = false
  /// Whether an escape that means no value was read, and is one if the cell ends here.
  private var mayBeNull = false
  private var isCellStart = true
  /// Whether something was read that MySQL writes and nobody else: a cell without a value, or an escaped line end.
  private var holdsMark = false
  /// Whether a backslash stands before something that MySQL does not escape.
  private var holdsStray = false

  package init(quote: UInt8, escapes: CSVEscape) {
    self.quote = quote
    self.escapes = escapes
  }

  /// Whether what was read is surely written by MySQL.
  package var isOfMySQL: Bool { holdsMark && !holdsStray }

  /// Writes a file with doubled quotes.
  func write(_ file: borrowing File, to scratch: inout ScratchFile) throws(Failure) {
    var state = self
    var piece = ByteArena(capacity: 1 << 18)
    var text = ByteArena(capacity: 1 << 19)
    var offset = 0
    while true {
      if Signals.caught != nil { throw Failure(.cancelled, "stopped before it was done") }
      piece.removeAll()
      text.removeAll()
      let got = try file.read(into: &piece, at: offset, upTo: 1 << 18)
      state.append(piece, to: &text)
      if got < 1 << 18 { state.end(&text) }
      try scratch.write(text, text.all)
      offset += got
      if got < 1 << 18 { break }
    }
  }

  /// Appends the next piece of the text with doubled quotes.
  package mutating func append(_ piece: borrowing ByteArena, to text: inout ByteArena) {
    for at in 0..<piece.count {
      let byte = piece[at]
      if mayBeNull { endNull(isCell: BackslashedText.endsCell(byte), &text) }
      if isEscaped {
        isEscaped = false
        if byte == UInt8(ascii: "N"), !isQuoted, isCellStart {
          mayBeNull = true
        } else {
          appendEscaped(byte, &text)
        }
        isCellStart = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        if byte == quote { isQuoted.toggle() }
        isCellStart = !isQuoted && BackslashedText.endsCell(byte)
        text.append(byte)
      }
    }
  }

  /// Appends what waits for another byte when there is none.
  package mutating func end(_ text: inout ByteArena) {
    if mayBeNull { endNull(isCell: true, &text) }
    if isEscaped { text.append(UInt8(ascii: "\\")) }
    isEscaped = false
  }

  private mutating func appendEscaped(_ byte: UInt8, _ text: inout ByteArena) {
    let isMySQL = escapes == .mysql
    switch byte {
    case quote:
      text.append(quote)
      if isQuoted { text.append(quote) }
    case UInt8(ascii: "\\"): text.append(byte)
    case 0x0A where isQuoted && isMySQL, 0x0D where isQuoted && isMySQL:
      holdsMark = true
      text.append(byte)
    case UInt8(ascii: "n") where isMySQL: text.append(0x0A)
    case UInt8(ascii: "r") where isMySQL: text.append(0x0D)
    case UInt8(ascii: "t") where isMySQL: text.append(0x09)
    default:
      holdsStray = true
      text.append(UInt8(ascii: "\\"))
      text.append(byte)
    }
  }

  private mutating func endNull(isCell: Bool, _ text: inout ByteArena) {
    mayBeNull = false
    guard !isCell || escapes != .mysql else { return holdsMark = true }
    holdsStray = holdsStray || !isCell
    text.append("\\N")
  }

  /// Whether a byte outside quotes parts cells: any delimiter will do, since it is not known yet when a file is
  /// looked at.
  private static func endsCell(_ byte: UInt8) -> Bool {
    [0x0A, 0x0D, 0x09, 0x2C, 0x3B, 0x7C].contains(byte)
  }
}
