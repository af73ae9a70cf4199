package import FootlightPlatform

extension DocumentOutline {
  /// How much of a file is looked at.
  static let look = 1 << 18

  /// The beginning of a file, for a look at it; empty for one that cannot be read.
  static func beginning(of file: borrowing File) -> ByteArena {
    var bytes = ByteArena(capacity: look + 16)
    _ = try? file.read(into: &bytes, at: 0, upTo: look)
    return bytes
  }

  /// Looks through a JSON text, which need not be whole, nor right.
  package init(json bytes: borrowing ByteArena) {
    self.init()
    var outline = DocumentOutline()
    var padded = ByteArena(capacity: bytes.count + scanPadding)
    padded.append(bytes, bytes.all)
    padded.append(zeros: scanPadding)
    padded.withSpan(padded.all) { outline.look(through: $0, padded.count - scanPadding) }
    self = outline
  }

  private mutating func look(through bytes: Span<UInt8>, _ count: Int) {
    var at = 0
    while at < count, !isTooDeep {
      let start = at
      at += 1
      switch bytes[start] {
      case UInt8(ascii: "\""):
        at = bytes.endOfString(start, count)
        scalar(isText: true, JSONValue((start..<at).map { bytes[$0] })?.text ?? "")
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        begin(isObject: bytes[start] == UInt8(ascii: "{"), at: start)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): end(at: start)
      case UInt8(ascii: ","), UInt8(ascii: ":"): break
      case _ where bytes[start].isSpace: break
      default:
        // A number, or a word: up to what ends it.
        while at < count, bytes[at] > 0x20, !",]}\"".utf8.contains(bytes[at]) { at += 1 }
        scalar(isText: false, "")
      }
    }
    finish(at: at)
  }
}
