// A hot file: most bytes of a JSON record are skipped here; benchmark `readers`.

/// Walks one JSON text after the other, as RFC 8259 says: what is skipped is checked, too, all but the UTF-8 in it.
///
/// The span that it is given must hold ``scanPadding`` zeros after the last text, which end every scan.
package struct JSONScanner: ~Copyable {
  /// Where it stands, and where the text ends.
  package var at: Int
  package var end: Int
  /// Texts that held escapes; those without stay where they are.
  package var decoded = ByteArena()
  /// The offset that the first byte of `decoded` goes by; it lies after all bytes of the span.
  package var decodedStart: Int
  /// Kinds of containers beyond the innermost 64, while something is skipped.
  private var outerKinds: [UInt64] = []

  /// How deep lists and objects may be nested.
  @inlinable package static var deepest: Int { 512 }

  package init(from start: Int = 0, to end: Int = 0, decodedStart: Int = 0) {
    at = start
    self.end = end
    self.decodedStart = decodedStart
  }

  /// Begins with another text.
  @inlinable @inline(__always)
  package mutating func begin(_ text: ByteRange) {
    at = text.lowerBound
    end = text.upperBound
  }

  /// Forgets what an error has left.
  package mutating func recover() { outerKinds.removeAll(keepingCapacity: true) }

  /// Walks a text that stands alone.
  package static func over<Result>(
    _ text: consuming ByteArena,
    _ walk: (inout JSONScanner, Span<UInt8>) throws(JSONFault) -> Result
  ) throws(JSONFault) -> Result {
    let count = text.count
    text.append(zeros: scanPadding)
    var scanner = JSONScanner(to: count, decodedStart: text.count)
    return try text.withSpan(text.all) { (bytes) throws(JSONFault) in try walk(&scanner, bytes) }
  }

  /// Walks the one value of the text, and the white space around it.
  @inlinable @inline(__always)
  package mutating func document<Result>(
    _ bytes: Span<UInt8>, _ value: (inout JSONScanner) throws(JSONFault) -> Result
  ) throws(JSONFault) -> Result {
    skipSpace(bytes)
    guard at < end else { throw .value }
    let result = try value(&self)
    skipSpace(bytes)
    if at != end { throw .afterValue }
    return result
  }
}

extension JSONScanner {
  /// Moves over white space.
  @inlinable @inline(__always)
  package mutating func skipSpace(_ bytes: Span<UInt8>) {
    // One step at most is the rule: compact JSON has none, and most of the rest has one.
    if bytes[at] > 0x20 { return }
    while at < end {
      let byte = bytes[at]
      guard byte.isSpace else { return }
      at &+= 1
    }
  }

  /// Moves over one value of any kind; it is checked, but not decoded.
  package mutating func skipValue(_ bytes: Span<UInt8>, depth: Int) throws(JSONFault) {
    // The kinds of the open containers: bit 0 of `kinds` is the innermost of the last 64, set for
    // an object; deeper ones wait in `outerKinds`.
    var level = depth
    var kinds: UInt64 = 0
    while true {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\""):
        try skipText(bytes)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        level &+= 1
        if level > JSONScanner.deepest { throw .depth }
        if (level &- depth) & 63 == 0 { outerKinds.append(kinds) }
        kinds = kinds &<< 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
        at &+= 1
        skipSpace(bytes)
        if byte == UInt8(ascii: "{") {
          if bytes[at] != UInt8(ascii: "}") {
            try skipKey(bytes)
            continue
          }
        } else if bytes[at] != UInt8(ascii: "]") {
          continue
        }
      default:
        try skipScalar(bytes, byte)
      }
      // After a value, or at the end of an empty container.
      while true {
        if level == depth { return }
        skipSpace(bytes)
        let isObject = kinds & 1 == 1
        let next = bytes[at]
        if next == UInt8(ascii: ",") {
          at &+= 1
          skipSpace(bytes)
          if isObject { try skipKey(bytes) }
          break
        }
        guard next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw isObject ? .endOfObject : .endOfArray
        }
        at &+= 1
        kinds &>>= 1
        if (level &- depth) & 63 == 0 { kinds = outerKinds.removeLast() }
        level &-= 1
      }
    }
  }

  /// Moves over a key, the colon and the white space around it.
  @inline(__always)
  private mutating func skipKey(_ bytes: Span<UInt8>) throws(JSONFault) {
    guard bytes[at] == UInt8(ascii: "\"") else { throw .key }
    try skipText(bytes)
    try skipColon(bytes)
  }

  /// Moves over a colon and the white space around it.
  @inlinable @inline(__always)
  package mutating func skipColon(_ bytes: Span<UInt8>) throws(JSONFault) {
    skipSpace(bytes)
    guard bytes[at] == UInt8(ascii: ":") else { throw .colon }
    at &+= 1
    skipSpace(bytes)
  }

  /// Moves over a text from quote to quote.
  @inlinable @inline(__always)
  package mutating func skipText(_ bytes: Span<UInt8>) throws(JSONFault) {
    at = endOfPlainText(bytes, at &+ 1)
    if bytes[at] == UInt8(ascii: "\"") {
      at &+= 1
    } else {
      try skipEscapes(bytes)
    }
  }

  /// Moves over the rest of a text whose first escape is here.
  @usableFromInline
  mutating func skipEscapes(_ bytes: Span<UInt8>) throws(JSONFault) {
    while true {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at &+= 1
        return
      case UInt8(ascii: "\\"):
        _ = try bytes.escape(&at)
        at = endOfPlainText(bytes, at)
      default: throw at >= end ? .openString : .controlCharacter
      }
    }
  }

  /// Moves over a number, a boolean or null.
  @inlinable @inline(__always)
  package mutating func skipScalar(_ bytes: Span<UInt8>, _ first: UInt8) throws(JSONFault) {
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber(bytes)
    case UInt8(ascii: "t"): try skipWord(bytes, 0x6575_7274, 4)
    case UInt8(ascii: "n"): try skipWord(bytes, 0x6C6C_756E, 4)
    case UInt8(ascii: "f"):
      at &+= 1
      try skipWord(bytes, 0x6573_6C61, 4)
    default: throw .value
    }
  }

  @inlinable @inline(__always)
  mutating func skipWord(
    _ bytes: Span<UInt8>, _ word: UInt32, _ length: Int
  ) throws(JSONFault) {
    guard bytes.halfWord(at) == word else { throw .value }
    at &+= length
  }

  /// Moves over a number, which must be written as RFC 8259 says.
  @usableFromInline
  mutating func skipNumber(_ bytes: Span<UInt8>) throws(JSONFault) {
    var place = at
    if bytes[place] == UInt8(ascii: "-") { place &+= 1 }
    if bytes[place] == UInt8(ascii: "0") {
      place &+= 1
    } else {
      guard endOfDigits(bytes, &place) else { throw .number }
    }
    if bytes[place] == UInt8(ascii: ".") {
      place &+= 1
      guard endOfDigits(bytes, &place) else { throw .number }
    }
    if bytes[place] | 0x20 == UInt8(ascii: "e") {
      place &+= 1
      if bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place &+= 1 }
      guard endOfDigits(bytes, &place) else { throw .number }
    }
    // The next byte must end the number: 012, 1x and 1.2.3 are none.
    let next = bytes[place]
    if next.isDigit || next == UInt8(ascii: ".") { throw .number }
    at = place
  }

  /// Moves over digits; false when there is none.
  @inline(__always)
  private func endOfDigits(_ bytes: Span<UInt8>, _ place: inout Int) -> Bool {
    let start = place
    while bytes[place].isDigit { place &+= 1 }
    return place > start
  }
}
