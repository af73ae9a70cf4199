import FootlightPlatform

// A hot file: the end of every text is found here, sixteen bytes at a time; benchmark `readers`.

extension JSONDecoder {
  /// The offset of the first quote, backslash or control character from an offset on.
  ///
  /// The padding after the last record ends it in any case.
  @inline(__always)
  func endOfPlainText(_ bytes: Span<UInt8>, _ start: Int) -> Int {
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
  @inline(__always)
  mutating func text(_ bytes: Span<UInt8>) throws(JSONFault) -> ByteRange {
    let start = at &+ 1
    let stop = endOfPlainText(bytes, start)
    guard bytes[stop] == UInt8(ascii: "\"") else { return try escapedText(bytes, start, stop) }
    if !bytes.isASCII(from: start, to: stop) { try validate(bytes, start, stop) }
    at = stop &+ 1
    return ByteRange(start: start, count: stop &- start)
  }

  /// Throws when a range is not valid UTF-8.
  @inline(never)
  mutating func validate(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) throws(JSONFault) {
    if let place = bytes.firstInvalidUTF8(from: start, to: stop) {
      at = place
      throw .encoding
    }
  }

  /// Decodes a text that holds escapes; `stop` is the first of them.
  @inline(never)
  private mutating func escapedText(
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
        append(try escape(bytes))
      default:
        throw at >= end ? .openString : .controlCharacter
      }
      from = at
      at = endOfPlainText(bytes, at)
    }
  }

  /// Reads the escape whose backslash is here, and its second half when it is a surrogate pair.
  mutating func escape(_ bytes: Span<UInt8>) throws(JSONFault) -> UInt32 {
    let letter = bytes[at &+ 1]
    let scalar: UInt32
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = UInt32(letter)
    case UInt8(ascii: "b"): scalar = 0x08
    case UInt8(ascii: "f"): scalar = 0x0C
    case UInt8(ascii: "n"): scalar = 0x0A
    case UInt8(ascii: "r"): scalar = 0x0D
    case UInt8(ascii: "t"): scalar = 0x09
    case UInt8(ascii: "u"):
      let unit = try hexadecimal(bytes, at &+ 2)
      guard unit & 0xF800 == 0xD800 else {
        at &+= 6
        return unit
      }
      guard unit < 0xDC00, bytes[at &+ 6] == UInt8(ascii: "\\"),
        bytes[at &+ 7] == UInt8(ascii: "u")
      else { throw .surrogate }
      let second = try hexadecimal(bytes, at &+ 8)
      guard second & 0xFC00 == 0xDC00 else { throw .surrogate }
      at &+= 12
      return 0x1_0000 &+ (unit & 0x3FF) &<< 10 &+ second & 0x3FF
    default: throw .escape
    }
    at &+= 2
    return scalar
  }

  private func hexadecimal(_ bytes: Span<UInt8>, _ start: Int) throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for place in start..<start &+ 4 {
      guard let digit = hexadecimalDigit(bytes[place]) else { throw .escape }
      unit = unit &<< 4 | UInt32(digit)
    }
    return unit
  }

  /// Appends a scalar value as UTF-8.
  private mutating func append(_ scalar: UInt32) {
    if scalar < 0x80 {
      decoded.append(UInt8(truncatingIfNeeded: scalar))
      return
    }
    if scalar < 0x800 {
      decoded.append(UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6))
    } else {
      if scalar < 0x1_0000 {
        decoded.append(UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12))
      } else {
        decoded.append(UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18))
        decoded.append(UInt8(truncatingIfNeeded: 0x80 | scalar &>> 12 & 0x3F))
      }
      decoded.append(UInt8(truncatingIfNeeded: 0x80 | scalar &>> 6 & 0x3F))
    }
    decoded.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }
}
