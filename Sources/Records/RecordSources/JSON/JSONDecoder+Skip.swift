// A hot file: most bytes of a JSON record are skipped here; benchmark `readers`.

extension JSONDecoder {
  /// Moves over white space.
  @inline(__always)
  package mutating func skipSpace(_ bytes: Span<UInt8>) {
    // One step at most is the rule: compact JSON has none, and most of the rest has one.
    if bytes[at] > 0x20 { return }
    while at < end {
      let byte = bytes[at]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
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
        if level > jsonDepthLimit { throw .depth }
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
  @inline(__always)
  package mutating func skipColon(_ bytes: Span<UInt8>) throws(JSONFault) {
    skipSpace(bytes)
    guard bytes[at] == UInt8(ascii: ":") else { throw .colon }
    at &+= 1
    skipSpace(bytes)
  }

  /// Moves over a text from quote to quote.
  @inline(__always)
  mutating func skipText(_ bytes: Span<UInt8>) throws(JSONFault) {
    at = endOfPlainText(bytes, at &+ 1)
    if bytes[at] == UInt8(ascii: "\"") {
      at &+= 1
    } else {
      try skipEscapes(bytes)
    }
  }

  /// Moves over the rest of a text whose first escape is here.
  private mutating func skipEscapes(_ bytes: Span<UInt8>) throws(JSONFault) {
    while true {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at &+= 1
        return
      case UInt8(ascii: "\\"):
        _ = try escape(bytes)
        at = endOfPlainText(bytes, at)
      default: throw at >= end ? .openString : .controlCharacter
      }
    }
  }

  /// Moves over a number, a boolean or null.
  @inline(__always)
  mutating func skipScalar(_ bytes: Span<UInt8>, _ first: UInt8) throws(JSONFault) {
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

  @inline(__always)
  private mutating func skipWord(
    _ bytes: Span<UInt8>, _ word: UInt32, _ length: Int
  ) throws(JSONFault) {
    guard bytes.halfWord(at) == word else { throw .value }
    at &+= length
  }

  /// Moves over a number, which must be written as RFC 8259 says.
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
    if next &- UInt8(ascii: "0") < 10 || next == UInt8(ascii: ".") { throw .number }
    at = place
  }

  /// Moves over digits; false when there is none.
  @inline(__always)
  private func endOfDigits(_ bytes: Span<UInt8>, _ place: inout Int) -> Bool {
    let start = place
    while bytes[place] &- UInt8(ascii: "0") < 10 { place &+= 1 }
    return place > start
  }
}
