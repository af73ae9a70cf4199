import FootlightPlatform
@_spi(_Unicode) import Swift
import Testing
import TextAnalysis

/// What must hold for every character, whatever the table says.
@Suite struct EveryCharacterTests {
  private static let scalars: [Unicode.Scalar] =
    [0..<0x3500, 0xA000..<0xAC40, 0xD780..<0x11000, 0x1D000..<0x1FB00, 0x2F800..<0x2FA20].flatMap {
      $0.compactMap { Unicode.Scalar(UInt32($0)) }.filter(isInTable)
    }

  /// Whether Unicode 15, of which the table is, has the character; Swift may know later ones.
  private static func isInTable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.age.map { $0.major <= 15 && $0.minor <= ($0.major == 15 ? 0 : 9) } ?? true
  }

  private static func tokens(_ text: String) -> [[UInt8]] {
    let source = ByteArena(text)
    var buffer = TokenBuffer()
    Analyzer().analyze(source, source.all, as: .field, into: &buffer)
    return buffer.tokens.filter { !$0.traits.contains(.derived) }
      .map { buffer.bytes.bytes($0.text) }
  }

  @Test func `what is folded stays as it is when it is folded again`() {
    for scalar in EveryCharacterTests.scalars {
      let once = EveryCharacterTests.tokens(String(Character(scalar)))
      let text = once.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      let again = EveryCharacterTests.tokens(text)
      if again != once { Issue.record("U+\(String(scalar.value, radix: 16))") }
    }
  }

  @Test func `a character and its canonical decomposition are the same`() {
    for scalar in EveryCharacterTests.scalars {
      // Behind a letter, so that marks have something to stand on.
      let text = "x" + String(Character(scalar))
      var parts = ""
      for part in text._nfd { parts.unicodeScalars.append(part) }
      if EveryCharacterTests.tokens(text) != EveryCharacterTests.tokens(parts) {
        Issue.record("U+\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test func `both cases of a letter are the same`() {
    for scalar in EveryCharacterTests.scalars {
      let properties = scalar.properties
      // The iota below a Greek letter is a mark, but Swift's upper case makes it a letter.
      if String(Character(scalar))._nfd.contains("\u{345}") { continue }
      for other in [properties.lowercaseMapping, properties.uppercaseMapping] {
        let same =
          EveryCharacterTests.tokens(String(Character(scalar)))
          == EveryCharacterTests.tokens(other)
        if !same, other.unicodeScalars.allSatisfy(EveryCharacterTests.isInTable) {
          Issue.record("U+\(String(scalar.value, radix: 16)) \(other)")
        }
      }
    }
  }

  @Test func `letters and decimal digits leave a trace, white space does not`() {
    // The saltillo is an apostrophe; Arabic marks also exist as characters of their own.
    let others: [ClosedRange<UInt32>] = [
      0xA78B...0xA78C, 0xFC5E...0xFC63, 0xFCF2...0xFCF4, 0xFE70...0xFE7F,
    ]
    for scalar in EveryCharacterTests.scalars
    where !others.contains(where: { $0.contains(scalar.value) }) {
      let found = EveryCharacterTests.tokens(String(Character(scalar)))
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber:
        if found.isEmpty, !scalar.properties.isDefaultIgnorableCodePoint {
          Issue.record("U+\(String(scalar.value, radix: 16))")
        }
      case .spaceSeparator, .lineSeparator, .control:
        if !found.isEmpty { Issue.record("U+\(String(scalar.value, radix: 16))") }
      default: break
      }
    }
  }
}
