// A hot file: the serial part of reading a JSON array; benchmark `readers`.

extension Span where Element == UInt8 {
  /// The offset of the comma or closing bracket after the element that begins at `start`; nil
  /// when it is not before `count`.
  ///
  /// Quotes and brackets are told apart, no more: what is wrong inside is found by the decoding.
  package func endOfElement(from start: Int, to count: Int) -> Int? {
    var at = start
    while at < count {
      switch self[at] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return at
      case UInt8(ascii: "\""):
        at = endOfString(at, count)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        at = endOfContainer(at, count)
      default: at &+= 1
      }
    }
    return nil
  }

  /// The offset after the bracket that closes the one here; `count` or more when there is none.
  @inline(__always)
  private func endOfContainer(_ open: Int, _ count: Int) -> Int {
    let quote = blockOf(UInt8(ascii: "\""))
    // A bracket and a brace of one direction differ in one bit.
    let caseBit = blockOf(0x20)
    let opening = blockOf(UInt8(ascii: "{"))
    let closing = blockOf(UInt8(ascii: "}"))
    var depth = 1
    var at = open &+ 1
    while at < count {
      let bytes = block(at)
      let folded = bytes | caseBit
      let matches = BlockMatches(
        (bytes .== quote) .| (folded .== opening) .| (folded .== closing))
      guard let found = matches.first else {
        at &+= 16
        continue
      }
      at &+= found
      guard at < count else { return count }
      let byte = self[at]
      if byte == UInt8(ascii: "\"") {
        at = endOfString(at, count)
      } else {
        at &+= 1
        if byte | 0x20 == UInt8(ascii: "{") {
          depth &+= 1
        } else {
          depth &-= 1
          if depth == 0 { return at }
        }
      }
    }
    return count
  }

  /// The offset after the quote that closes the text; `count` when there is none.
  @inline(__always)
  package func endOfString(_ open: Int, _ count: Int) -> Int {
    var at = open &+ 1
    while true {
      at = first(UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: at, to: count)
      if at >= count { return count }
      if self[at] == UInt8(ascii: "\"") { return at &+ 1 }
      at &+= 2
    }
  }
}
