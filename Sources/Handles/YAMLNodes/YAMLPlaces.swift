import FootlightPlatform

/// Turns offsets into lines and columns; asked in ascending order it walks the bytes once.
///
/// libyaml counts characters, and takes more than LF for the end of a line; an editor wants lines
/// by LF and columns in bytes.
struct YAMLPlaces {
  let file: String
  private let firstLine: Int
  private let start: Int
  private var byte: Int
  private var character = 0
  private var line: Int
  private var lineStart: Int

  init(file: String, firstLine: Int, start: Int) {
    self.file = file
    self.firstLine = firstLine
    self.start = start
    byte = start
    line = firstLine
    lineStart = start
  }

  /// The place of the n-th character after the byte order mark.
  mutating func location(ofCharacter wanted: Int, in bytes: borrowing Span<UInt8>)
    -> SourceLocation
  {
    if wanted < character { rewind() }
    while character < wanted, byte < bytes.count { advance(bytes, notBeyond: bytes.count) }
    return here
  }

  /// The place of a byte.
  mutating func location(ofByte wanted: Int, in bytes: borrowing Span<UInt8>) -> SourceLocation {
    if wanted < byte { rewind() }
    while byte < wanted, byte < bytes.count { advance(bytes, notBeyond: wanted) }
    return here
  }

  /// The line of the last place, up to and with the character there.
  func lineSoFar(in bytes: borrowing Span<UInt8>) -> String {
    // A line without end is not worth more than its beginning.
    let end = min(byte < bytes.count ? byte + 1 : byte, lineStart + 4096)
    var line: [UInt8] = []
    for offset in lineStart..<max(lineStart, end) { line.append(bytes[offset]) }
    return String(decoding: line, as: UTF8.self)
  }

  private var here: SourceLocation {
    SourceLocation(file: file, line: line, column: byte - lineStart + 1)
  }

  private mutating func rewind() {
    byte = start
    character = 0
    line = firstLine
    lineStart = start
  }

  /// Goes past one character, or up to a byte within one that is no valid UTF-8.
  private mutating func advance(_ bytes: borrowing Span<UInt8>, notBeyond end: Int) {
    let first = bytes[byte]
    byte += 1
    if first >= 0xC0 {
      while byte < end, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
    }
    character += 1
    let endsLine =
      first == UInt8(ascii: "\n")
      || (first == UInt8(ascii: "\r") && !(byte < bytes.count && bytes[byte] == UInt8(ascii: "\n")))
    if endsLine {
      line += 1
      lineStart = byte
    }
  }
}
