import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

/// What is passed over by its first bytes is never what it would have been.
@Suite struct NameLeadTests {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

  private static func lead(_ text: String) -> UInt32 {
    var bytes = Array(text.utf8.prefix(3))
    while bytes.count < 3 { bytes.append(0) }
    return UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
  }

  /// The first byte of the first word of a name.
  private static func first(_ text: String, _ buffer: inout TokenBuffer) -> UInt8? {
    let source = ByteArena(text)
    buffer.removeAll()
    Analyzer().analyze(source, source.all, as: .name, into: &buffer)
    guard let token = buffer.tokens.first, token.text.count > 0 else { return nil }
    return buffer.bytes[token.text.lowerBound]
  }

  @Test func `no character is passed over that a name with that letter may begin with`() {
    var buffer = TokenBuffer()
    let scalars = [0x20..<0xD800, 0xE000..<0x10000, 0x1D400..<0x1D800, 0x1F100..<0x1F200]
    for scalar in scalars.joined().compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let text = String(Character(scalar))
      for behind in ["", "b", " m"] {
        guard let first = NameLeadTests.first(text + behind, &buffer) else { continue }
        if !NameLead.canBegin(NameLeadTests.lead(text + behind), with: first) {
          Issue.record("U+\(String(scalar.value, radix: 16)) before '\(behind)'")
        }
      }
    }
  }

  @Test(arguments: [
    ("élan", "e"), ("Łódź", "l"), ("ＦＲＣＰ", "f"), ("Ⅳ", "i"), ("\"quoted\"", "q"), ("", "a"),
    ("École", "e"), ("e\u{301}", "e"), ("’s-Hertogenbosch", "s"), ("№ 5", "n"),
  ])
  func `what may be folded to a letter is looked at`(_ text: String, _ letter: String) {
    #expect(NameLead.canBegin(NameLeadTests.lead(text), with: letter.utf8.first ?? 0))
  }

  @Test(arguments: ["Москва", "العربية", "กรุงเทพ", "東京", "서울", "9 Rue", "Berlin"])
  func `what begins with another letter is passed over`(_ text: String) {
    for letter in NameLeadTests.letters where letter >= UInt8(ascii: "a") {
      let isItsOwn = text.utf8.first.map { $0 | 0x20 } == letter
      #expect(NameLead.canBegin(NameLeadTests.lead(text), with: letter) == isItsOwn)
    }
  }

  /// The first word of a name.
  private static func word(_ text: String, _ buffer: inout TokenBuffer) -> [UInt8] {
    let source = ByteArena(text)
    buffer.removeAll()
    Analyzer().analyze(source, source.all, as: .name, into: &buffer)
    return buffer.tokens.first.map { buffer.bytes.bytes($0.text) } ?? []
  }

  @Test func `no name is passed over for a word that it begins with`() {
    var buffer = TokenBuffer()
    // A character at each place among letters.
    for scalar in [0x20..<0xD800, 0xE000..<0x10000].joined() {
      guard let scalar = Unicode.Scalar(UInt32(scalar)) else { continue }
      let text = "aB\(Character(scalar))c"
      let word = NameLeadTests.word(text, &buffer)
      if !NameLead.canBegin(Array(text.utf8)[...], with: word) {
        Issue.record("U+\(String(scalar.value, radix: 16)) between letters")
      }
    }
    var random = SeededRandom.announced("name leads")
    let pieces = [
      "a", "B", "s", "I", "i", "AT", "l'", "’", "'", "&", "-", ".", " ", "9", "é", "e\u{301}", "ß",
      "\u{327}", "Ł", "Æ", "东", "ж", "U.S.", "C++", "#", "§", "ﬁ", "\u{200D}", "\u{AD}", "_", "@",
      "1st", "Mc", "O'",
    ]
    for _ in 0..<20_000 {
      let text = (0...random.below(6)).map { _ in random.pick(pieces) ?? "" }.joined()
      let word = NameLeadTests.word(text, &buffer)
      #expect(NameLead.canBegin(Array(text.utf8)[...], with: word), "'\(text)'")
      // A beginning of the word is one of the name as well.
      #expect(NameLead.canBegin(Array(text.utf8)[...], with: Array(word.prefix(2))), "'\(text)'")
    }
  }

  @Test(arguments: [
    ("Pusan", "pusal", false), ("PUSAN", "pusan", true), ("Pusan City", "pusan", true),
    ("Pusanga", "pusan", true), ("Pu", "pusan", true), ("Pūsan", "puxan", true),
    ("Pusán", "puxan", true), ("Puszán", "puxan", false), ("Pu'x", "pusan", true),
    ("", "pusan", true),
  ])
  func `plain letters are compared, and nothing else`(
    _ text: String, _ word: String, _ isSeen: Bool
  ) {
    #expect(NameLead.canBegin(Array(text.utf8)[...], with: Array(word.utf8)) == isSeen)
  }
}
