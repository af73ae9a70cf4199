import FootlightPlatform

/// How letters are changed.
enum LetterCase {
  case lower
  case upper
  /// The first letter of each word large, the others small.
  case title
}

extension ByteArena {
  /// A range without the white space at both ends, also the white space beyond ASCII.
  func trimmed(_ range: ByteRange) -> ByteRange {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end {
      let width = spaceWidth(at: start, before: end)
      if width == 0 { break }
      start += width
    }
    while start < end {
      if self[end - 1] <= 0x20 {
        end -= 1
      } else if end - start >= 2, spaceWidth(at: end - 2, before: end) == 2 {
        end -= 2
      } else if end - start >= 3, spaceWidth(at: end - 3, before: end) == 3 {
        end -= 3
      } else {
        break
      }
    }
    return ByteRange(start: start, count: end - start)
  }

  /// How many bytes the white space here takes; 0 when another character stands here.
  private func spaceWidth(at offset: Int, before end: Int) -> Int {
    let first = self[offset]
    if first <= 0x20 { return 1 }
    if first < 0x80 { return 0 }
    if first == 0xC2, offset + 1 < end { return self[offset + 1] == 0xA0 ? 2 : 0 }
    guard offset + 2 < end else { return 0 }
    let (second, third) = (self[offset + 1], self[offset + 2])
    switch (first, second) {
    case (0xE2, 0x80): return (0x80...0x8A).contains(third) || third == 0xAF ? 3 : 0
    case (0xE2, 0x81): return third == 0x9F ? 3 : 0
    case (0xE3, 0x80): return third == 0x80 ? 3 : 0
    case (0xEF, 0xBB): return third == 0xBF ? 3 : 0
    default: return 0
    }
  }

  /// The offset of the first occurrence of some bytes, which are at least one.
  func firstIndex(
    of other: borrowing ByteArena, _ wanted: ByteRange, from start: Int, to end: Int
  ) -> Int? {
    let count = Int(wanted.count)
    guard count > 0 else { return nil }
    let first = other[wanted.lowerBound]
    var offset = start
    while offset + count <= end,
      let found = firstIndex(of: first, from: offset, to: end - count + 1)
    {
      if equals(ByteRange(start: found, count: count), other, wanted) { return found }
      offset = found + 1
    }
    return nil
  }

  /// The beginning of a text, so many characters long.
  func prefix(_ range: ByteRange, characters count: Int) -> ByteRange {
    if Int(range.count) <= count { return range }
    // Characters of several bytes, and line ends of two, are counted by the text itself.
    let limit = min(Int(range.count), count)
    var isSimple = true
    for offset in range.lowerBound..<min(range.upperBound, range.lowerBound + limit + 1) {
      if self[offset] >= 0x80 || self[offset] == 0x0D { isSimple = false }
    }
    if isSimple { return ByteRange(start: range.lowerBound, count: limit) }
    let text = self.text(range)
    let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex)
    let size = text.utf8.distance(from: text.startIndex, to: end ?? text.endIndex)
    return ByteRange(start: range.lowerBound, count: min(size, Int(range.count)))
  }

  /// Appends a text of this arena with its letters changed.
  ///
  /// Each scalar is changed by itself, by the tables of the standard library; no locale is asked.
  mutating func appendCased(_ range: ByteRange, _ letters: LetterCase) -> ByteRange {
    let start = count
    reserve(Int(range.count))
    var isInWord = false
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = self[offset]
      let makesLarge = letters == .upper || letters == .title && !isInWord
      if byte < 0x80 {
        offset += 1
        let isLetter = byte.isLetter
        append(isLetter ? (makesLarge ? byte & 0xDF : byte | 0x20) : byte)
        isInWord = isLetter || byte.isDigit || byte == UInt8(ascii: "'") && isInWord
      } else {
        let scalar = self.scalar(at: &offset, before: range.upperBound)
        let properties = scalar.properties
        switch letters {
        case .lower: append(properties.lowercaseMapping)
        case .upper: append(properties.uppercaseMapping)
        case .title:
          append(makesLarge ? properties.titlecaseMapping : properties.lowercaseMapping)
          // Marks and the curly apostrophe belong to the word that they stand in.
          let isPart = properties.isAlphabetic || properties.numericType != nil
          let isJoiner = properties.generalCategory == .nonspacingMark || scalar == "\u{2019}"
          isInWord = isPart || isJoiner && isInWord
        }
      }
    }
    return ByteRange(start: start, count: count - start)
  }

  /// The scalar that begins here with a byte beyond ASCII; moves past it.
  private func scalar(at offset: inout Int, before end: Int) -> Unicode.Scalar {
    let first = self[offset]
    offset += 1
    var value = UInt32(first & (first >= 0xF0 ? 0x07 : first >= 0xE0 ? 0x0F : 0x1F))
    var rest = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
    while rest > 0, offset < end, self[offset] & 0xC0 == 0x80 {
      value = value << 6 | UInt32(self[offset] & 0x3F)
      offset += 1
      rest -= 1
    }
    return rest == 0 ? Unicode.Scalar(value) ?? "\u{FFFD}" : "\u{FFFD}"
  }
}
