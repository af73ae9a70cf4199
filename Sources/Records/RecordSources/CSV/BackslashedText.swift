import FootlightDiagnostics
package import FootlightPlatform

/// Rows in which a backslash within quotes takes the character after it as it is, as MySQL and Spark write them.
///
/// They are written anew with doubled quotes (RFC 4180).
package struct BackslashedText {
  private let quote: UInt8
  private var isQuoted = false
  private var isEscaped = false

  package init(quote: UInt8) {
    self.quote = quote
  }

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
      try scratch.write(text, text.all)
      offset += got
      if got < 1 << 18 { break }
    }
  }

  /// Appends the next piece of the text with doubled quotes.
  package mutating func append(_ piece: borrowing ByteArena, to text: inout ByteArena) {
    for at in 0..<piece.count {
      let byte = piece[at]
      if isEscaped {
        isEscaped = false
        switch byte {
        case quote:
          text.append(quote)
          if isQuoted { text.append(quote) }
        case UInt8(ascii: "\\"), 0x0A, 0x0D: text.append(byte)
        case UInt8(ascii: "n") where isQuoted: text.append(0x0A)
        case UInt8(ascii: "t") where isQuoted: text.append(0x09)
        // An unquoted \N is how databases write that there is no value.
        case UInt8(ascii: "N") where !isQuoted: break
        default:
          text.append(UInt8(ascii: "\\"))
          text.append(byte)
        }
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        if byte == quote { isQuoted.toggle() }
        text.append(byte)
      }
    }
  }
}
