import TestSupport
import Testing

@testable import FootlightCommands

struct KeyDecoderTests {
  private func keys(_ text: String) -> [PressedKey] {
    var decoder = KeyDecoder()
    return decoder.keys(Array(text.utf8))
  }

  @Test(arguments: [
    ("a", PressedKey(.text("a"))), ("é", PressedKey(.text("é"))), ("東", PressedKey(.text("東"))),
    ("🦊", PressedKey(.text("🦊"))),
    ("\r", PressedKey(.enter)), ("\n", PressedKey(.enter)), ("\t", PressedKey(.tab)),
    ("\u{7F}", PressedKey(.backspace)),
    ("\u{8}", PressedKey(.backspace)), ("\u{3}", .control("c")), ("\u{1A}", .control("z")),
    ("\u{1B}[A", PressedKey(.up)), ("\u{1B}OB", PressedKey(.down)),
    ("\u{1B}[1;5C", PressedKey(.right, .control)),
    ("\u{1B}[1;2A", PressedKey(.up, .shift)),
    ("\u{1B}[1;6D", PressedKey(.left, [.shift, .control])),
    ("\u{1B}[Z", PressedKey(.tab, .shift)), ("\u{1B}[3~", PressedKey(.delete)),
    ("\u{1B}[5;2~", PressedKey(.pageUp, .shift)),
    ("\u{1B}[H", PressedKey(.home)), ("\u{1B}[1~", PressedKey(.home)),
    ("\u{1B}OF", PressedKey(.end)),
    ("\u{1B}OP", PressedKey(.function(1))), ("\u{1B}[11~", PressedKey(.function(1))),
    ("\u{1B}b", .alt("b")),
    ("\u{1B}\u{7F}", PressedKey(.backspace, .alt)), ("\u{1B}\u{1B}[A", PressedKey(.up, .alt)),
    ("\u{1B}[97;5u", .control("a")), ("\u{1B}[27u", PressedKey(.escape)), ("\u{1B}é", .alt("é")),
  ])
  func `each key has its bytes`(_ bytes: String, _ key: PressedKey) {
    #expect(keys(bytes) == [key])
  }

  @Test func `what is typed at once is one text, keys between divide it`() {
    #expect(keys("rule 12") == [PressedKey(.text("rule 12"))])
    #expect(
      keys("ab\u{1B}[Bcd") == [PressedKey(.text("ab")), PressedKey(.down), PressedKey(.text("cd"))])
  }

  @Test func `a lone escape is a key when nothing follows`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]).isEmpty && decoder.isWaiting)
    #expect(decoder.flush() == [PressedKey(.escape)] && !decoder.isWaiting)
    #expect(decoder.keys([0x1B]).isEmpty)
    #expect(decoder.keys(Array("[B".utf8)) == [PressedKey(.down)])
    #expect(decoder.keys([0x1B, 0x5B]).isEmpty && decoder.flush() == [.alt("[")])
  }

  @Test func `pasted text is text, whatever it holds`() {
    #expect(
      keys("\u{1B}[200~two\r\nlines\u{3}\u{1B}[201~x") == [PressedKey(.text("two\r\nlines\u{3}x"))])
    #expect(keys("\u{1B}[200~\u{1B}[A\u{1B}[201~") == [PressedKey(.text("\u{1B}[A"))])
  }

  @Test func `a paste without an end is bounded, and so is a sequence`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(Array("\u{1B}[200~".utf8)).isEmpty)
    for _ in 0..<64 { #expect(decoder.keys(Array(repeating: 0x61, count: 4096)).isEmpty) }
    let pasted = decoder.keys(Array("\u{1B}[201~".utf8))
    guard case .text(let text)? = pasted.first?.name else {
      Issue.record("nothing was pasted")
      return
    }
    #expect(text.utf8.count == 1 << 14)
    var other = KeyDecoder()
    _ = other.keys(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 10_000))
    #expect(other.keys([0x61]) == [PressedKey(.text("a"))])
  }

  @Test func `bytes that are no text are dropped`() {
    var decoder = KeyDecoder()
    #expect(
      decoder.keys([0xFF, 0xC0, 0x80, 0x61, 0xED, 0xA0, 0x80, 0x62, 0]) == [PressedKey(.text("ab"))]
    )
    #expect(keys("\u{1B}[?62;4c\u{1B}[Ia").last == PressedKey(.text("a")))
  }

  @Test func `keys are the same however their bytes are cut`() {
    let line = "ré\u{1B}[A\u{1B}[1;5D東\u{1B}[200~x\u{1B}y\u{1B}[201~\u{1B}b🦊\r\u{1B}OB"
    let whole = keys(line)
    for size in 1..<12 {
      var decoder = KeyDecoder()
      var found: [PressedKey] = []
      let bytes = Array(line.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += decoder.keys(Array(bytes[start..<min(bytes.count, start + size)]))
      }
      #expect(spelled(found) == spelled(whole), "pieces of \(size)")
    }
  }

  @Test func `no bytes trap`() {
    var random = SeededRandom(seed: 22)
    let pieces: [[UInt8]] = [
      [0x1B], Array("\u{1B}[".utf8), Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8),
      [0xE6, 0x9D],
      Array("~;9999999999999999999999u".utf8), Array("\u{1B}O".utf8), [0], [0xFF],
    ]
    for _ in 0..<2_000 {
      var decoder = KeyDecoder()
      for _ in 0..<8 {
        let piece =
          Bool.random(using: &random)
          ? pieces[Int.random(in: 0..<pieces.count, using: &random)]
          : [UInt8.random(in: 0 ... .max, using: &random)]
        _ = decoder.keys(piece)
        if Int.random(in: 0..<4, using: &random) == 0 { _ = decoder.flush() }
      }
    }
  }

  /// Keys with texts letter by letter: how many are told at once does not matter.
  private func spelled(_ keys: [PressedKey]) -> [PressedKey] {
    keys.flatMap { key -> [PressedKey] in
      guard case .text(let text) = key.name else { return [key] }
      return text.unicodeScalars.map { PressedKey(.text(String($0)), key.modifiers) }
    }
  }
}
