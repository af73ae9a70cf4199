/// The system's iconv, which turns text of another encoding into UTF-8, piece by piece.
@safe
package struct TextDecoder: ~Copyable {
  /// Bytes that are no text in the encoding.
  package struct Damage: Error {
    /// The offset of the first such byte in all that was read.
    package var offset: Int
  }

  // Safe: it belongs to this value alone and is closed with it.
  private nonisolated(unsafe) let handle: iconv_t
  private let encoding: TextEncoding
  /// Whether bytes that are no text become U+FFFD, as browsers have it.
  private let replaces: Bool
  /// The bytes of a character that the piece before cut in two.
  private var rest: [UInt8] = []
  private var taken = 0
  private var hasBegun = false

  /// Nil when the system does not know the encoding.
  package init?(_ encoding: TextEncoding, replaces: Bool = false) {
    guard let opened = unsafe iconv_open("UTF-8", encoding.systemName),
      Int(bitPattern: opened) != -1
    else { return nil }
    unsafe handle = opened
    self.encoding = encoding
    self.replaces = replaces
  }

  deinit {
    _ = unsafe iconv_close(handle)
  }

  /// Appends the text of the next piece; with `isLast` a character must not be cut off at its end.
  package mutating func decode(
    _ piece: [UInt8], isLast: Bool, into out: inout ByteArena
  ) throws(Damage) {
    let input = rest.isEmpty ? piece : rest + piece
    rest = []
    var at = 0
    var produced = [UInt8](repeating: 0, count: 1 << 16)
    while at < input.count {
      let (read, written, mistake) = step(input, from: at, into: &produced)
      at += read
      append(produced[..<written], to: &out)
      switch mistake {
      case 0, E2BIG: continue
      case EINVAL where !isLast:
        // A character goes on in the next piece.
        rest = Array(input[at...])
        taken += at
        return
      default:
        if encoding.isWindows, (0x80..<0xA0).contains(input[at]) {
          // The standard gives each byte without a character the control of its number.
          out.append([0xC2, input[at]])
        } else if replaces {
          out.append([0xEF, 0xBF, 0xBD])
        } else {
          throw Damage(offset: taken + at)
        }
        at += 1
      }
    }
    taken += at
  }

  /// Converts as much as there is room for; the third value is errno.
  private mutating func step(
    _ input: [UInt8], from start: Int, into output: inout [UInt8]
  ) -> (read: Int, written: Int, mistake: Int32) {
    let room = output.count
    return unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        // Safe: iconv reads its input only, though its interface takes it as mutable.
        var from = unsafe UnsafeMutablePointer(
          mutating: source.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self))
        var left = source.count - start
        var to = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
        var space = room
        errno = 0
        let result = unsafe iconv(handle, &from, &left, &to, &space)
        let mistake = result == -1 ? errno : 0
        return (source.count - start - left, room - space, mistake)
      }
    }
  }

  /// Appends decoded bytes without the mark that text may begin with.
  private mutating func append(_ bytes: ArraySlice<UInt8>, to out: inout ByteArena) {
    guard !bytes.isEmpty else { return }
    let hasMark = !hasBegun && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    hasBegun = true
    out.append(Array(hasMark ? bytes.dropFirst(3) : bytes))
  }
}
