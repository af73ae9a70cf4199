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
