package import FootlightPlatform

extension ByteArena {
  /// Appends valid UTF-8 of another arena as a JSON string, without white space around it.
  package mutating func append(jsonTrimmed other: borrowing ByteArena, _ range: ByteRange) {
    other.withSpan(range) { bytes in
      var start = 0
      var end = bytes.count
      while start < end, isBlank(bytes[start]) { start &+= 1 }
      while end > start, isBlank(bytes[end &- 1]) { end &-= 1 }
      append(UInt8(ascii: "\""))
      append(escapingJSON: bytes.extracting(start..<end))
      append(UInt8(ascii: "\""))
    }
  }

  /// Appends a text as a JSON string.
  package mutating func append(jsonText text: String) {
    append(UInt8(ascii: "\""))
    append(escapingJSON: text)
    append(UInt8(ascii: "\""))
  }

  /// Appends valid UTF-8 as it stands between the quotes of a JSON string.
  package mutating func append(escapingJSON bytes: borrowing Span<UInt8>) {
    var first = 0
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        at &+= 1
        continue
      }
      append(bytes.extracting(first..<at))
      append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
      case 0x0A: append(UInt8(ascii: "n"))
      case 0x09: append(UInt8(ascii: "t"))
      case 0x0D: append(UInt8(ascii: "r"))
      default:
        append("u00")
        for digit in [byte &>> 4, byte & 15] {
          append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
        }
      }
      at &+= 1
      first = at
    }
    append(bytes.extracting(first..<at))
  }
}

/// Whether a byte is white space.
@inline(__always)
private func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
}

extension ByteArena {
  /// Appends a JSON text without white space between its parts; false, and nothing, when it is no JSON
  /// (RFC 8259), or deeper than 64.
  package mutating func append(minifiedJSON bytes: borrowing Span<UInt8>) -> Bool {
    let before = count
    var scan = JSONScan()
    if scan.document(bytes, &self) { return true }
    truncate(to: before)
    return false
  }
}

/// A walk through a JSON text that copies what matters.
private struct JSONScan {
  private var at = 0

  mutating func document(_ bytes: borrowing Span<UInt8>, _ out: inout ByteArena) -> Bool {
    space(bytes)
    guard value(bytes, &out, depth: 0) else { return false }
    space(bytes)
    return at == bytes.count
  }

  private mutating func space(_ bytes: borrowing Span<UInt8>) {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  private mutating func take(
    _ bytes: borrowing Span<UInt8>, _ byte: UInt8, _ out: inout ByteArena
  ) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    out.append(byte)
    at += 1
    return true
  }

  private mutating func value(
    _ bytes: borrowing Span<UInt8>, _ out: inout ByteArena, depth: Int
  ) -> Bool {
    guard at < bytes.count, depth < 64 else { return false }
    switch bytes[at] {
    case UInt8(ascii: "{"):
      return members(bytes, &out, close: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["):
      return members(bytes, &out, close: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "\""): return string(bytes, &out)
    case UInt8(ascii: "t"): return word(bytes, "true", &out)
    case UInt8(ascii: "f"): return word(bytes, "false", &out)
    case UInt8(ascii: "n"): return word(bytes, "null", &out)
    default: return number(bytes, &out)
    }
  }

  private mutating func members(
    _ bytes: borrowing Span<UInt8>, _ out: inout ByteArena, close: UInt8, depth: Int
  ) -> Bool {
    out.append(bytes[at])
    at += 1
    space(bytes)
    if take(bytes, close, &out) { return true }
    while true {
      if close == UInt8(ascii: "}") {
        guard string(bytes, &out) else { return false }
        space(bytes)
        guard take(bytes, UInt8(ascii: ":"), &out) else { return false }
        space(bytes)
      }
      guard value(bytes, &out, depth: depth + 1) else { return false }
      space(bytes)
      if take(bytes, close, &out) { return true }
      guard take(bytes, UInt8(ascii: ","), &out) else { return false }
      space(bytes)
    }
  }

  private mutating func string(_ bytes: borrowing Span<UInt8>, _ out: inout ByteArena) -> Bool {
    guard take(bytes, UInt8(ascii: "\""), &out) else { return false }
    while at < bytes.count {
      let byte = bytes[at]
      if byte < 0x20 { return false }
      out.append(byte)
      at += 1
      if byte == UInt8(ascii: "\"") { return true }
      guard byte == UInt8(ascii: "\\") else { continue }
      guard at < bytes.count else { return false }
      let escape = bytes[at]
      out.append(escape)
      at += 1
      if escape == UInt8(ascii: "u") {
        for _ in 0..<4 {
          guard at < bytes.count, Character(Unicode.Scalar(bytes[at])).isHexDigit else {
            return false
          }
          out.append(bytes[at])
          at += 1
        }
      } else if !"\"\\/bfnrt".utf8.contains(escape) {
        return false
      }
    }
    return false
  }

  private mutating func word(
    _ bytes: borrowing Span<UInt8>, _ word: String, _ out: inout ByteArena
  ) -> Bool {
    for byte in word.utf8 {
      guard take(bytes, byte, &out) else { return false }
    }
    return true
  }

  private mutating func number(_ bytes: borrowing Span<UInt8>, _ out: inout ByteArena) -> Bool {
    let first = at
    _ = take(bytes, UInt8(ascii: "-"), &out)
    if !take(bytes, UInt8(ascii: "0"), &out) {
      guard digits(bytes, &out) else { return false }
    }
    if take(bytes, UInt8(ascii: "."), &out), !digits(bytes, &out) { return false }
    if take(bytes, UInt8(ascii: "e"), &out) || take(bytes, UInt8(ascii: "E"), &out) {
      if !take(bytes, UInt8(ascii: "+"), &out) { _ = take(bytes, UInt8(ascii: "-"), &out) }
      guard digits(bytes, &out) else { return false }
    }
    return at > first
  }

  private mutating func digits(_ bytes: borrowing Span<UInt8>, _ out: inout ByteArena) -> Bool {
    let first = at
    while at < bytes.count, bytes[at] &- 0x30 < 10 {
      out.append(bytes[at])
      at += 1
    }
    return at > first
  }
}
