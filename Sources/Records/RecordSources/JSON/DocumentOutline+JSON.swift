package import FootlightPlatform

extension DocumentOutline {
  /// How much of a file is looked at.
  static let look = 1 << 18

  /// Looks at the beginning of a file; one that cannot be read holds nothing.
  init(json file: borrowing File) {
    self.init()
    var bytes = ByteArena(capacity: DocumentOutline.look + 16)
    if (try? file.read(into: &bytes, at: 0, upTo: DocumentOutline.look)) != nil {
      self = DocumentOutline(json: bytes)
    }
  }

  /// Looks through a JSON text, which need not be whole, nor right.
  package init(json bytes: borrowing ByteArena) {
    self.init()
    var at = 0
    var isKey = false
    var objects: [Bool] = []
    while at < bytes.count, !isTooDeep {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let end = DocumentOutline.endOfText(bytes, at)
        if isKey {
          key(DocumentOutline.decoded(bytes, ByteRange(start: at, count: end - at + 1)))
        } else {
          scalar(isText: true)
        }
        isKey = false
        at = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = bytes[at] == UInt8(ascii: "{")
        begin(isObject: isObject, at: at)
        objects.append(isObject)
        isKey = isObject
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        end(at: at)
        _ = objects.popLast()
        isKey = false
      case UInt8(ascii: ","): isKey = objects.last ?? false
      case UInt8(ascii: ":"): isKey = false
      case _ where bytes[at].isSpace: break
      default:
        // A number, or a word: up to what ends it.
        while at + 1 < bytes.count, !DocumentOutline.endsWord(bytes[at + 1]) { at += 1 }
        scalar(isText: false)
      }
      at += 1
    }
    finish(at: at)
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\"")
  }

  /// The offset of the quote that ends a text.
  private static func endOfText(_ bytes: borrowing ByteArena, _ start: Int) -> Int {
    var at = start + 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at, bytes.count)
  }

  /// A text without its quotes and escapes.
  private static func decoded(_ bytes: borrowing ByteArena, _ range: ByteRange) -> String {
    let range = ByteRange(
      start: range.lowerBound, count: min(Int(range.count), bytes.count - range.lowerBound))
    let inner = ByteRange(start: range.lowerBound + 1, count: max(0, Int(range.count) - 2))
    guard bytes.firstIndex(of: 0x5C, from: range.lowerBound, to: range.upperBound) != nil else {
      return bytes.text(inner)
    }
    var text = ByteArena(capacity: Int(range.count) + scanPadding)
    text.append(bytes, range)
    let decoded = try? JSONScanner.over(text) { (scanner, bytes) throws(JSONFault) in
      try scanner.wholeText(bytes)
    }
    return decoded ?? ""
  }
}
