/// Checks that what follows the array closes what was open around it, and nothing more.
///
/// Values behind the array are not read; a file that is cut off is noticed all the same.
struct TailScan: Sendable {
  /// How many objects around the array are open.
  private var depth: Int
  /// Containers within them, and whether a text or an escape in it is open.
  private var innerDepth = 0
  private var isInText = false
  private var isEscaped = false

  init(depth: Int) {
    self.depth = depth
  }

  /// Looks at the bytes in `start ..< end`.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(CutDamage) {
    for at in start..<end {
      let byte = bytes[at]
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      if isSpace(byte) { continue }
      guard depth > 0 else {
        throw CutDamage(
          offset: at, message: "nothing may stand here, behind the end of the array",
          remedy: "look for a bracket too many before this place, or a second document in the file")
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): innerDepth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if innerDepth > 0 { innerDepth -= 1 } else { depth -= 1 }
      default: break
      }
    }
  }

  /// Throws when something is still open at the end of the file.
  func finish(_ end: Int) throws(CutDamage) {
    if depth > 0 {
      throw CutDamage(
        offset: end, message: "the file ends within an object",
        remedy: "check that the file is complete")
    }
  }
}
