import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@Suite struct AnalyzerTests {
  @Test(arguments: [
    ("35usc121", "35|usc|121"), ("35 U.S.C. § 121", "35|usc|121"), ("35 USC 121", "35|usc|121"),
    ("frc-254", "frc|254"), ("FRC254", "frc|254"), ("frc 254", "frc|254"), ("35usc12", "35|usc|12"),
    ("AT&T", "at|t"), ("$", "$"), ("$ £", "$|£"), ("Rule 12.1a", "rule|12.1|a"), ("C++", "c++"),
    ("v1.2", "v|1.2"), ("Don't", "dont"), ("进击", "进|击"), ("", ""),
  ])
  func `names are cut between letters and digits and leave symbols out`(
    _ text: String, _ wanted: String
  ) {
    #expect(name(text) == wanted)
    let source = ByteArena(text)
    var buffer = TokenBuffer()
    Analyzer().analyze(source, source.all, as: .field, into: &buffer)
    #expect(buffer.nameDiffers == (sequence(text) != wanted))
  }

  @Test func `positions count the sequence, derived tokens share them`() {
    let tokens = Analyzer().analyze("the spider-man AT&T", as: .field)
    #expect(
      tokens.map(\.text) == [
        "the", "spider", "man", "spider-man", "spiderman", "at", "&", "t", "at&t", "att",
      ])
    #expect(tokens.map(\.position) == [0, 1, 2, 2, 2, 3, 4, 5, 5, 5])
    #expect(Analyzer().analyze("35usc121", as: .name).map(\.position) == [0, 1, 2])
  }

  @Test func `RK-1 words of a sentence`() {
    #expect(sequence("This is a test") == "this|is|a|test")
  }

  @Test func `RK-2 symbols are tokens; an exclamation mark is punctuation to us`() {
    // RestKit kept "!" as a token; by the design only symbols are tokens.
    #expect(sequence("This is a symbol test! $") == "this|is|a|symbol|test|$")
  }

  @Test(arguments: [
    (["is", "a"], "This is a stop word test", "this|stop|word|test"),
    (
      ["is", "a", "!", "%"], "This is a stop word symbol test! # %", "this|stop|word|symbol|test|#"
    ),
  ])
  func `RK-3 and RK-4 stop words are marked, and stay in the sequence`(
    _ stops: [String], _ text: String, _ wanted: String
  ) {
    let analyzer = Analyzer(stopWords: stops)
    let rest = analyzer.analyze(text, as: .field).filter { !$0.traits.contains(.stopWord) }
    #expect(rest.map(\.text).joined(separator: "|") == wanted)
    #expect(sequence(text, analyzer) == sequence(text))
  }

  @Test func `an analyzer's fingerprint follows its stop words`() {
    #expect(Analyzer(stopWords: ["the"]).fingerprint != Analyzer().fingerprint)
    #expect(
      Analyzer(stopWords: ["The", "of"]).fingerprint
        == Analyzer(stopWords: ["of", "the"]).fingerprint)
    #expect(Analyzer(language: .english).isStopWord(Array("the".utf8)))
    #expect(!Analyzer(language: .english).isStopWord(Array("they'd".utf8)))
    #expect(Analyzer(stopWords: ["notwithstanding"]).isStopWord(Array("notwithstanding".utf8)))
    #expect(!Analyzer(stopWords: ["notwithstanding"]).isStopWord(Array("notwithstandinx".utf8)))
    #expect(Analyzer(language: .english, stopWords: ["x"]).stopWords == ["x"])
  }

  @Test func `a token is cut to 255 bytes between characters`() {
    let long = Analyzer().analyze(String(repeating: "x", count: 1000) + " y", as: .field)
    #expect(long.map(\.text.utf8.count) == [255, 1])
    let wide = Analyzer().analyze("a" + String(repeating: "ж", count: 500), as: .field)
    #expect(wide.map(\.text.utf8.count) == [255])
    let even = Analyzer().analyze(String(repeating: "ж", count: 500), as: .field)
    #expect(even.map(\.text.utf8.count) == [254])
    let marks = Analyzer().analyze("ก" + String(repeating: "\u{E48}", count: 500), as: .field)
    #expect(marks.map(\.text.utf8.count) == [255])
  }

  @Test func `thirty marks in a row are put in order, no more are moved`() {
    let above = "\u{E48}"
    let below = "\u{E38}"
    func marks(_ text: String, on base: String = "ก") -> [Unicode.Scalar] {
      Array(
        (Analyzer().analyze(base + text, as: .field).first?.text ?? "").unicodeScalars.dropFirst())
    }
    let some = String(repeating: above, count: 29)
    #expect(marks(some + below) == marks(below + some))
    let many = String(repeating: above, count: 40)
    #expect(marks(many + below).last == "\u{E38}")
    #expect(marks(many + below, on: "x").last == "\u{E38}")
    var folded = ByteArena()
    let text = ByteArena("ก" + many + below)
    Analyzer().appendFolded(of: text, text.all, into: &folded)
    #expect(folded.text(folded.all).unicodeScalars.last == "\u{E38}")
  }

  @Test(arguments: [
    [0xED, 0xA4, 0x99, 0xF3, 0x01, 0xF0], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xC0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xFF],
  ])
  func `surrogates and other bytes that are no text make no word`(_ bytes: [UInt8]) {
    var text = ByteArena()
    for byte in bytes { text.append(byte) }
    var buffer = TokenBuffer()
    Analyzer().analyze(text, text.all, as: .field, into: &buffer)
    #expect(buffer.tokens.isEmpty)
  }

  @Test func `any bytes are text`() {
    var random = SeededRandom.announced("any bytes are text")
    let seed = random.seed
    for _ in 0..<3000 {
      var bytes = ByteArena()
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        let pick = random.bytes(1)[0]
        let palette: [UInt8] = [
          0x2E, 0x2D, 0x27, 0x20, 0x41, 0x31, 0xC3, 0xA9, 0xE3, 0x82, 0x99, 0xEA, 0xB0, 0x80, 0xF0,
          0x9F, 0x91, 0x8D, 0xFF, 0x2B, 0x26, 0x2C,
        ]
        bytes.append(random.oneIn(2) ? pick : palette[Int(pick) % palette.count])
      }
      var buffer = TokenBuffer()
      Analyzer().analyze(bytes, bytes.all, as: .field, into: &buffer)
      var next: UInt32 = 0
      for token in buffer.tokens {
        #expect(token.text.upperBound <= buffer.bytes.count && token.text.count > 0, "seed \(seed)")
        let text = buffer.text(token)
        #expect(
          !text.unicodeScalars.contains("\u{FFFD}"),
          "\(bytes.bytes(bytes.all)) \(buffer.bytes.bytes(token.text)) seed \(seed)")
        if token.traits.contains(.derived) {
          #expect(token.position == next &- 1, "seed \(seed)")
        } else {
          #expect(token.position == next, "seed \(seed)")
          next += 1
        }
      }
    }
  }
}
