package import FootlightPlatform

extension ByteArena {
  /// Appends valid UTF-8 of another arena as a JSON string, without white space around it.
  package mutating func append(jsonTrimmed other: borrowing ByteArena, _ range: ByteRange) {
    other.withSpan(range) { bytes in
      let start = bytes.afterSpace(0, bytes.count)
      var end = bytes.count
      while end > start, bytes[end &- 1].isSpace { end &-= 1 }
      append(UInt8(ascii: "\""))
      append(escapingJSON: bytes.extracting(start..<end))
      append(UInt8(ascii: "\""))
    }
  }
}
