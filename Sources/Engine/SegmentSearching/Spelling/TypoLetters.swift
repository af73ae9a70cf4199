import FootlightPlatform

/// The letters of words that may hold typos.
enum TypoLetters {
  /// Longer words take no typos: their letters are bits of a machine word, and one for the end.
  static let longest = 63

  /// The letters of a word; nil when there is a digit or another number among them, when there are
  /// too many, and for what is no UTF-8.
  static func of(_ text: [UInt8]) -> [UInt32]? {
    guard text.count <= longest * 4, let valid = String(validating: text, as: UTF8.self) else {
      return nil
    }
    var letters: [UInt32] = []
    for letter in valid.unicodeScalars {
      if letter.isASCII
        ? (0x30...0x39).contains(letter.value) : letter.properties.numericType != nil
      {
        return nil
      }
      letters.append(letter.value)
    }
    return letters.count <= longest ? letters : nil
  }

  /// Whether a text is letters that may hold typos, which ``of(_:)`` tells; quick for ASCII.
  static func areAll(_ text: [UInt8]) -> Bool {
    guard text.count <= longest, text.allSatisfy({ $0 < 0x80 }) else { return of(text) != nil }
    return !text.contains { $0 &- 0x30 < 10 }
  }

  /// Whether a term that begins with a byte is a stem: these begin as no UTF-8 does.
  static func isStem(_ first: UInt8) -> Bool { first > 0xF4 }
}

extension ByteArena {
  /// The letter of UTF-8 at an offset, which is moved past it; nil where it is cut off.
  @inline(__always)
  func letter(_ at: inout Int, before end: Int) -> UInt32? {
    let lead = self[at]
    guard lead >= 0x80 else {
      at &+= 1
      return UInt32(lead)
    }
    let behind = at &+ ByteArena.letterSize(lead)
    guard behind <= end else { return nil }
    var letter = UInt32(lead & 0x7F >> UInt8(truncatingIfNeeded: behind &- at))
    at &+= 1
    while at < behind {
      letter = letter << 6 | UInt32(self[at] & 0x3F)
      at &+= 1
    }
    return letter
  }

  /// How many bytes the letter has that begins with one.
  @inline(__always)
  static func letterSize(_ lead: UInt8) -> Int {
    lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
  }
}
