extension ByteArena {
  /// Appends a text as it stands between the quotes of a JSON string.
  ///
  /// Escaped are quotes, backslashes and controls, as JSON wants it (RFC 8259, section 7), and of
  /// DEL, C1 controls, U+061C, U+2000 … U+2FFF and U+FEFF those that `isHarmful` says: they are valid,
  /// but may command a terminal.
  public mutating func append(
    escapingJSON text: String, alsoEscaping isHarmful: ((Unicode.Scalar) -> Bool)? = nil
  ) {
    let utf8 = text.utf8Span
    let bytes = utf8.span
    // Most texts need nothing: one look at their bytes, one copy.
    var plain = 0
    while plain < bytes.count, isPlain(bytes[plain]) { plain &+= 1 }
    append(bytes.extracting(0..<plain))
    guard plain < bytes.count else { return }
    var at = plain
    while at < bytes.count {
      let byte = bytes[at]
      if byte < 0x80 {
        if isPlain(byte) || (byte == 0x7F && isHarmful == nil) {
          append(byte)
        } else {
          escapeASCII(byte)
        }
        at &+= 1
        continue
      }
      let size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(at &+ size, bytes.count)
      if let isHarmful, size < 4, let scalar = suspect(bytes, at, end), isHarmful(scalar) {
        escape(scalar.value)
      } else {
        append(bytes.extracting(at..<end))
      }
      at = end
    }
  }

  private mutating func escapeASCII(_ byte: UInt8) {
    let short: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): short = byte
    case 0x08: short = UInt8(ascii: "b")
    case 0x09: short = UInt8(ascii: "t")
    case 0x0A: short = UInt8(ascii: "n")
    case 0x0C: short = UInt8(ascii: "f")
    case 0x0D: short = UInt8(ascii: "r")
    default: return escape(UInt32(byte))
    }
    append(UInt8(ascii: "\\"))
    append(short)
  }

  private mutating func escape(_ scalar: UInt32) {
    append(UInt8(ascii: "\\"))
    append(UInt8(ascii: "u"))
    for shift: UInt32 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: scalar &>> shift) & 15
      append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
    }
  }
}

private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

/// The scalar of two or three bytes when it is among those that can harm.
private func suspect(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Unicode.Scalar? {
  // Only these first bytes begin such a scalar: C2 (C1), D8 (061C), E2 (2000 …), EF (FEFF).
  switch bytes[start] {
  case 0xC2, 0xD8, 0xE2, 0xEF: break
  default: return nil
  }
  var scalar = UInt32(bytes[start]) & (end &- start == 2 ? 0x1F : 0x0F)
  for at in start &+ 1..<end { scalar = scalar &<< 6 | UInt32(bytes[at] & 0x3F) }
  return Unicode.Scalar(scalar)
}
