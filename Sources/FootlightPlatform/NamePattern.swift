/// One component of a glob: literal text, or text with `*` and `?`.
struct NamePattern: Sendable, Hashable {
  let bytes: [UInt8]
  let isLiteral: Bool

  init(_ text: Substring) {
    bytes = Array(text.utf8)
    isLiteral = !bytes.contains { $0 == star || $0 == question }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether a name fits: `*` is any run of characters, `?` one character; a name that begins with
  /// a point wants a pattern that does too.
  ///
  /// Goes back to the last star only, so the work is at most the product of the lengths.
  func matches(_ name: String) -> Bool {
    let name = Array(name.utf8)
    if name.first == point, bytes.first != point { return false }
    var at = 0
    var here = 0
    var lastStar: (pattern: Int, name: Int)?
    while at < name.count {
      if here < bytes.count, bytes[here] == star {
        here += 1
        lastStar = (here, at)
      } else if here < bytes.count, bytes[here] == question {
        here += 1
        at += 1
        while at < name.count, name[at] & 0xC0 == 0x80 { at += 1 }
      } else if here < bytes.count, bytes[here] == name[at] {
        here += 1
        at += 1
      } else if let last = lastStar {
        here = last.pattern
        at = last.name + 1
        lastStar = (last.pattern, at)
      } else {
        return false
      }
    }
    return bytes[here...].allSatisfy { $0 == star }
  }
}

private var star: UInt8 { UInt8(ascii: "*") }
private var question: UInt8 { UInt8(ascii: "?") }
private var point: UInt8 { UInt8(ascii: ".") }
