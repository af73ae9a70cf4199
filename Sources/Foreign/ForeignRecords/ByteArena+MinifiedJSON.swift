package import FootlightPlatform

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
