// A hot file: the end of every text is found here, sixteen bytes at a time; benchmark `readers`.

extension JSONScanner {
  /// The offset of the first quote, backslash or control character from an offset on.
  ///
  /// The padding after the last record ends it in any case.
  @inlinable @inline(__always)
  package func endOfPlainText(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    let quote = blockOf(UInt8(ascii: "\""))
    let backslash = blockOf(UInt8(ascii: "\\"))
    let control = blockOf(0x20)
    var place = start
    while true {
      let block = bytes.block(place)
      let matches = BlockMatches(
        (block .== quote) .| (block .== backslash) .| (block .< control))
      if let found = matches.first { return place &+ found }
      place &+= 16
    }
  }

  /// Reads the text that begins at the quote here; the range is in the batch's bytes.
  @inlinable @inline(__always)
  package mutating func text(_ bytes: Span<UInt8>) throws(JSONFault) -> ByteRange {
    let start = at &+ 1
    let stop = endOfPlainText(bytes, start)
    guard bytes[stop] == UInt8(ascii: "\"") else { return try escapedText(bytes, start, stop) }
    if !bytes.isASCII(from: start, to: stop) { try validate(bytes, start, stop) }
    at = stop &+ 1
    return ByteRange(start: start, count: stop &- start)
  }

  /// Throws when a range is not valid UTF-8.
  @inline(never)
  package mutating func validate(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) throws(JSONFault)
  {
    if let place = bytes.firstInvalidUTF8(from: start, to: stop) {
      at = place
      throw .encoding
    }
  }

  /// Decodes a text that holds escapes; `stop` is the first of them.
  @inline(never)
  @usableFromInline
  mutating func escapedText(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) throws(JSONFault) -> ByteRange {
    let first = decoded.count
    var from = start
    at = stop
    while true {
      if !bytes.isASCII(from: from, to: at) { try validate(bytes, from, at) }
      decoded.append(bytes.extracting(from..<at))
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at &+= 1
        return ByteRange(start: decodedStart &+ first, count: decoded.count &- first)
      case UInt8(ascii: "\\"):
        decoded.append(scalar: try bytes.escape(&at))
      default:
        throw at >= end ? .openString : .controlCharacter
      }
      from = at
      at = endOfPlainText(bytes, at)
    }
  }

  /// Reads the text here, and copies it.
  package mutating func wholeText(_ bytes: Span<UInt8>) throws(JSONFault) -> String {
    let kept = decoded.count
    let range = try text(bytes)
    guard range.lowerBound >= decodedStart else { return wholeText(bytes, range) }
    defer { decoded.truncate(to: kept) }
    return decoded.text(
      ByteRange(start: range.lowerBound &- decodedStart, count: Int(range.count)))
  }

  /// Copies what stands in a range.
  package func wholeText(_ bytes: Span<UInt8>, _ range: ByteRange) -> String {
    var copy = ByteArena(capacity: Int(range.count))
    copy.append(bytes.extracting(range.lowerBound..<range.upperBound))
    return copy.text(copy.all)
  }
}

extension Span where Element == UInt8 {
  /// Reads the escape whose backslash is at an offset, and its second half when it is a surrogate pair; moves past it.
  package func escape(_ at: inout Int) throws(JSONFault) -> UInt32 {
    let letter = byte(at &+ 1)
    let scalar: UInt32
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = UInt32(letter)
    case UInt8(ascii: "b"): scalar = 0x08
    case UInt8(ascii: "f"): scalar = 0x0C
    case UInt8(ascii: "n"): scalar = 0x0A
    case UInt8(ascii: "r"): scalar = 0x0D
    case UInt8(ascii: "t"): scalar = 0x09
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at &+ 2)
      guard unit & 0xF800 == 0xD800 else {
        at &+= 6
        return unit
      }
      guard unit < 0xDC00, byte(at &+ 6) == UInt8(ascii: "\\"), byte(at &+ 7) == UInt8(ascii: "u")
      else { throw .surrogate }
      let second = try codeUnit(at &+ 8)
      guard second & 0xFC00 == 0xDC00 else { throw .surrogate }
      at &+= 12
      return 0x1_0000 &+ (unit & 0x3FF) &<< 10 &+ second & 0x3FF
    default: throw .escape
    }
    at &+= 2
    return scalar
  }

  /// The byte at an offset; beyond the end 0, which is part of no escape.
  private func byte(_ at: Int) -> UInt8 { at < count ? self[at] : 0 }

  private func codeUnit(_ start: Int) throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for place in start..<start &+ 4 {
      guard let digit = Hexadecimal.value(byte(place)) else { throw .escape }
      unit = unit &<< 4 | UInt32(digit)
    }
    return unit
  }
}
