@_spi(_Unicode) import Swift
import FootlightPlatform
import Testing
import TextAnalysis

/// What must hold for every character, whatever the table says.
@Suite struct EveryCharacterTests {
  private static let scalars: [Unicode.Scalar] =
    [0..<0x3500, 0xA000..<0xAC40, 0xD780..<0x11000, 0x1D000..<0x1FB00, 0x2F800..<0x2FA20].flatMap {
      $0.compactMap { Unicode.Scalar(UInt32($0)) }
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
      for other in [properties.lowercaseMapping, properties.uppercaseMapping] {
        let same =
          EveryCharacterTests.tokens(String(Character(scalar)))
          == EveryCharacterTests.tokens(other)
        if !same { Issue.record("U+\(String(scalar.value, radix: 16)) \(other)") }
      }
    }
  }

  @Test func `letters and decimal digits leave a trace, white space does not`() {
    for scalar in EveryCharacterTests.scalars {
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
