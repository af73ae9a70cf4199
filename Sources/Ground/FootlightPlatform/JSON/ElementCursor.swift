/// A walk over the elements of a JSON list, or the members of an object, from its bracket to the one that closes it.
package struct ElementCursor {
  /// Why a walk cannot go on.
  package enum Fault: Error {
    /// The text ends before the bracket that closes it.
    case cutOff
    /// Something else than a comma or that bracket follows an element.
    case unclosed
  }

  private let closing: UInt8
  /// Where the next element begins, or the end lies; after a fault, its place.
  package private(set) var at: Int
  private var isFirst: Bool
  /// Whether the bracket that closes it has been passed.
  package private(set) var hasEnded = false

  /// Begins at the bracket or brace at `open`.
  package init(_ bytes: Span<UInt8>, at open: Int) {
    let closing = bytes[open] == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
    self.init(closing: closing, at: open &+ 1, isFirst: true)
  }

  /// Goes on at an offset, before which an element stands unless it `isFirst`.
  package init(closing: UInt8, at start: Int, isFirst: Bool) {
    self.closing = closing
    at = start
    self.isFirst = isFirst
  }

  /// The range of the next element, without white space; nil when there is no other, and `at` then lies after
  /// the closing bracket.
  package mutating func next(_ bytes: Span<UInt8>, to count: Int) throws(Fault) -> Range<Int>? {
    guard !hasEnded else { return nil }
    let start = bytes.afterSpace(at, count)
    guard start < count else { throw .cutOff }
    if isFirst, bytes[start] == closing {
      hasEnded = true
      at = start &+ 1
      return nil
    }
    isFirst = false
    guard let stop = bytes.endOfElement(from: start, to: count) else { throw .cutOff }
    if bytes[stop] == closing {
      hasEnded = true
    } else if bytes[stop] != UInt8(ascii: ",") {
      at = stop
      throw .unclosed
    }
    at = stop &+ 1
    var end = stop
    while end > start, bytes[end &- 1].isSpace { end &-= 1 }
    return start..<end
  }
}

extension Span where Element == UInt8 {
  /// The offset of the value after a member's name and colon; nil where no member begins at `start`.
  package func valueOfMember(from start: Int, to end: Int) -> Int? {
    guard start < end, self[start] == UInt8(ascii: "\"") else { return nil }
    var at = afterSpace(endOfString(start, end), end)
    guard at < end, self[at] == UInt8(ascii: ":") else { return nil }
    at = afterSpace(at &+ 1, end)
    return at < end ? at : nil
  }

  /// The offset of the first byte from `start` on that is no white space, or `end`.
  package func afterSpace(_ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end, self[at].isSpace { at &+= 1 }
    return at
  }
}
