import FootlightPlatform

/// Whether the JSON of a list holds no element.
func isEmptyList(_ bytes: borrowing ByteArena, _ range: ByteRange) -> Bool {
  for offset in range.lowerBound..<range.upperBound {
    let byte = bytes[offset]
    if byte > 0x20, byte != UInt8(ascii: "["), byte != UInt8(ascii: "]") { return false }
  }
  return true
}

/// Appends the texts of a JSON list to `out` and their ranges to `ranges`.
///
/// Null and empty texts are left out, the elements of inner lists count as its own. False when the
/// list holds an object.
func appendElements(
  _ bytes: borrowing ByteArena, _ range: ByteRange, to out: inout ByteArena,
  _ ranges: inout [ByteRange]
) -> Bool {
  var offset = range.lowerBound
  let end = range.upperBound
  while offset < end {
    let byte = bytes[offset]
    let start = out.count
    switch byte {
    case UInt8(ascii: "{"): return false
    case UInt8(ascii: "\""): appendText(bytes, &offset, end, to: &out)
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"):
      offset += 1
      continue
    default:
      let first = offset
      while offset < end, bytes[offset] > 0x20, bytes[offset] != UInt8(ascii: ","),
        bytes[offset] != UInt8(ascii: "]")
      { offset += 1 }
      // A number or a boolean; null is no element.
      if byte != UInt8(ascii: "n") {
        out.append(bytes, ByteRange(start: first, count: offset - first))
      }
    }
    if out.count > start { ranges.append(ByteRange(start: start, count: out.count - start)) }
  }
  return true
}

/// Appends the text of a JSON string whose opening quote is at `offset`; moves past its end.
private func appendText(
  _ bytes: borrowing ByteArena, _ offset: inout Int, _ end: Int, to out: inout ByteArena
) {
  offset += 1
  while offset < end {
    let byte = bytes[offset]
    offset += 1
    if byte == UInt8(ascii: "\"") { return }
    guard byte == UInt8(ascii: "\\"), offset < end else {
      out.append(byte)
      continue
    }
    let escape = bytes[offset]
    offset += 1
    switch escape {
    case UInt8(ascii: "n"): out.append(0x0A)
    case UInt8(ascii: "t"): out.append(0x09)
    case UInt8(ascii: "r"): out.append(0x0D)
    case UInt8(ascii: "b"): out.append(0x08)
    case UInt8(ascii: "f"): out.append(0x0C)
    case UInt8(ascii: "u"):
      var scalar = codeUnit(bytes, &offset, end)
      if scalar & 0xFC00 == 0xD800, offset + 1 < end, bytes[offset] == UInt8(ascii: "\\"),
        bytes[offset + 1] == UInt8(ascii: "u")
      {
        var behind = offset + 2
        let low = codeUnit(bytes, &behind, end)
        if low & 0xFC00 == 0xDC00 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
          offset = behind
        }
      }
      out.append(scalar: scalar)
    default: out.append(escape)
    }
  }
}

private func codeUnit(_ bytes: borrowing ByteArena, _ offset: inout Int, _ end: Int) -> UInt32 {
  var unit: UInt32 = 0
  for _ in 0..<4 where offset < end {
    unit = unit << 4 | (hexadecimalValue(bytes[offset]) ?? 0)
    offset += 1
  }
  return unit
}

/// The worth of a hexadecimal digit.
func hexadecimalValue(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte - 0x30)
  case 0x41...0x46: UInt32(byte - 0x41 + 10)
  case 0x61...0x66: UInt32(byte - 0x61 + 10)
  default: nil
  }
}

extension ByteArena {
  /// Appends a scalar as UTF-8; what is none becomes U+FFFD.
  mutating func append(scalar value: UInt32) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }
}
