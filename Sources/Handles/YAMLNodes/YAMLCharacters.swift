import FootlightPlatform

/// Refuses what libyaml must not see: forbidden characters, and more directives than it takes in time.
func checkText(
  _ bytes: borrowing Span<UInt8>, from start: Int, _ places: inout YAMLPlaces
) throws(Failure) {
  if let failure = Failure(forbiddenCharacters(bytes, from: start, &places)) { throw failure }
  guard let offset = excessDirective(bytes, from: start) else { return }
  throw Failure(
    .yamlDirective, "%TAG is not supported", at: places.location(ofByte: offset, in: bytes),
    remedy: "remove the directive")
}

/// Reports bytes that are no valid UTF-8 and control characters: at most ten of them.
private func forbiddenCharacters(
  _ bytes: borrowing Span<UInt8>, from start: Int, _ places: inout YAMLPlaces
) -> [Diagnostic] {
  var problems: [Diagnostic] = []
  var offset = start
  while offset < bytes.count, problems.count < 10 {
    let first = bytes[offset]
    if first >= 0x20 && first < 0x7F {
      offset += 1
      continue
    }
    let (scalar, size) = decode(bytes, at: offset)
    if scalar == nil || isForbidden(scalar ?? 0) {
      let message =
        scalar.map { "the character U+\(hexadecimal($0)) is not allowed" }
        ?? "the byte \(hexadecimal(UInt32(first), width: 2)) is no valid UTF-8"
      problems.append(
        Diagnostic(
          .yamlCharacter, message, at: places.location(ofByte: offset, in: bytes),
          remedy: scalar == nil ? "save the file as UTF-8" : "remove it"))
    }
    offset += size
  }
  return problems
}

/// The offset of the 17th line that begins with `%TAG`, if there are that many.
///
/// libyaml compares each with all before it; a megabyte of them would take it seconds.
private func excessDirective(_ bytes: borrowing Span<UInt8>, from start: Int) -> Int? {
  var count = 0
  var isLineStart = true
  var offset = start
  while offset + 4 <= bytes.count {
    let byte = bytes[offset]
    if isLineStart, byte == UInt8(ascii: "%"), bytes[offset + 1] == UInt8(ascii: "T"),
      bytes[offset + 2] == UInt8(ascii: "A"), bytes[offset + 3] == UInt8(ascii: "G")
    {
      count += 1
      if count == 17 { return offset }
    }
    // Anything that libyaml could take for the end of a line: of the longer ones the last byte.
    isLineStart = byte == 0x0A || byte == 0x0D || byte == 0x85 || byte == 0xA8 || byte == 0xA9
    offset += 1
  }
  return nil
}

/// Whether a character of the YAML text is one that no reader accepts.
private func isForbidden(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x09, 0x0A, 0x0D, 0x85: false
  case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFFE, 0xFFFF: true
  default: false
  }
}

/// The scalar that begins at an offset and its size; nil and 1 when there is no valid one.
private func decode(_ bytes: borrowing Span<UInt8>, at offset: Int) -> (UInt32?, Int) {
  let first = bytes[offset]
  let size: Int
  switch first {
  case 0..<0x80: return (UInt32(first), 1)
  case 0xC2..<0xE0: size = 2
  case 0xE0..<0xF0: size = 3
  case 0xF0..<0xF5: size = 4
  default: return (nil, 1)
  }
  guard offset + size <= bytes.count else { return (nil, 1) }
  var scalar = UInt32(first) & (0xFF >> UInt32(size + 1))
  for index in 1..<size {
    let next = bytes[offset + index]
    guard next & 0xC0 == 0x80 else { return (nil, 1) }
    scalar = scalar << 6 | UInt32(next & 0x3F)
  }
  // Too long for what it says, a surrogate, or beyond Unicode.
  let least: UInt32 = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x1_0000
  guard scalar >= least, Unicode.Scalar(scalar) != nil else { return (nil, 1) }
  return (scalar, size)
}

func hexadecimal(_ number: UInt32, width: Int = 4) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
