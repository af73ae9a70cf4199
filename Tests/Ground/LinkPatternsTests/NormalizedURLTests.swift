import TestSupport
import Testing
import TextAnalysis

@Suite struct NormalizedURLTests {
  @Test(arguments: [
    "http://www.example.org/rules/rule_12", "https://example.org/rules/rule_12",
    "HTTPS://WWW.Example.ORG/rules/rule_12", "https://www.example.org:443/rules/rule_12",
    "http://example.org:80/rules/rule_12", "https://example.org/rules/rule_12/",
    "https://example.org/rules/rule_12#top", "https://example.org/rules/rule%5F12",
    "https://example.org/rules/rule%5f12", "https://example.org/rul%65s/rule_12/#a/b",
  ])
  func `spellings of one url are one`(_ url: String) {
    #expect(NormalizedURL.of(url) == "https://example.org/rules/rule_12")
  }

  @Test(arguments: [
    ("https://example.org/caf%C3%A9?x=%41", "https://example.org/café?x=A"),
    ("https://example.org/a%2fb", "https://example.org/a%2Fb"),
    ("https://example.org/a b", "https://example.org/a%20b"),
    ("https://example.org/?q=1", "https://example.org?q=1"),
  ])
  func `what is percent-encoded is compared as what it means`(_ one: String, _ other: String) {
    #expect(NormalizedURL.of(one) == NormalizedURL.of(other))
  }

  @Test(arguments: [
    "https://example.org/Rules/rule_12", "https://example.org/rules/rule_12?page=2",
    "https://example.org:8080/rules/rule_12", "https://rules.example.org/rules/rule_12",
    "https://example.org/rules/rule_1", "https://user@example.org/rules/rule_12",
    "https://example.org/rules%2Frule_12",
  ])
  func `other urls stay others`(_ url: String) {
    #expect(NormalizedURL.of(url) != "https://example.org/rules/rule_12")
  }

  @Test(arguments: ["mailto:a@b.example", "domain:id", "", "http:/x", "https:", "/a/b"])
  func `what is no http url stands for itself`(_ text: String) {
    #expect(NormalizedURL.of(text) == text)
    #expect(NormalizedURL.host(of: text) == nil)
  }

  @Test func `the form of a form is the form, whatever the bytes`() {
    var random = SeededRandom.announced("forms of urls")
    for _ in 0..<500 {
      let pieces = [
        "http://", "https://www.", "/", "%4", "%41", "%e9", "é", "?", "#", ":80", "@", "a", " ",
      ]
      let text = (0..<random.below(12)).map { _ in random.pick(pieces) ?? "" }.joined()
      let form = NormalizedURL.of(text)
      #expect(NormalizedURL.of(form) == form, "\(text)")
    }
  }
}

@Suite struct LinkPatternTests {
  @Test(arguments: [
    ("/rules/frcp/12", ["set": "frcp", "number": "12"]),
    ("/rules/fr%65/1/", ["set": "fre", "number": "1"]),
    ("/rules/a%2Fb/1", ["set": "a/b", "number": "1"]),
  ])
  func `braces capture one part`(_ link: String, _ parts: [String: String]) throws {
    #expect(try LinkPattern("/rules/{set}/{number}").match(link) == parts)
  }

  @Test(arguments: [
    "/rules/frcp", "/rules/frcp/", "/rules/frcp/12/more", "/rules//12", "/", "rules/a/b",
  ])
  func `a part more or less is another link`(_ link: String) throws {
    #expect(try LinkPattern("/rules/{set}/{number}").match(link) == nil)
  }

  @Test func `a host is compared as hosts are`() throws {
    let pattern = try LinkPattern("https://www.law.example/rules/{set}/rule_{number}")
    #expect(
      pattern.match("http://LAW.example:80/rules/frcp/rule_12/#a")
        == ["set": "frcp", "number": "12"])
    #expect(pattern.match("https://other.example/rules/frcp/rule_12") == nil)
    #expect(pattern.match("https://law.example/rules/frcp/rule_") == nil)
    #expect(pattern.match("/rules/frcp/rule_12") == nil)
  }

  @Test func `a query can be captured, too`() throws {
    let pattern = try LinkPattern("https://tube.example/watch?v={id}")
    #expect(pattern.match("https://tube.example/watch/?v=abc") == ["id": "abc"])
    #expect(pattern.match("https://tube.example/watch?v=abc&t=1") == nil)
  }

  @Test(arguments: [
    "", "rules/{a}", "ftp://a.example/{x}", "javascript:{n}", "https://{host}/a",
    "https://a.example",
    "/a/{b", "/a/b}", "/a/{}", "/a/{b c}", "/{a}{b}", "/{a}/{a}", "/a#{b}",
  ])
  func `what cannot be compared is refused`(_ text: String) {
    #expect(throws: LinkPatternError.self) { try LinkPattern(text) }
  }

  /// TB-12, RA-16: any Unicode part that is printed into a link is captured from it again.
  @Test func `what is filled in is captured again, whatever the characters`() throws {
    var random = SeededRandom.announced("parts of links")
    let pattern = try LinkPattern("https://a.example/x/{one}-and/{two}?q={three}")
    for _ in 0..<500 {
      var parts: [String: String] = [:]
      for name in ["one", "two", "three"] {
        var text = ""
        for _ in 0...random.below(6) {
          if let scalar = Unicode.Scalar(UInt32(random.below(0x3000) + 1)) {
            text.unicodeScalars.append(scalar)
          }
        }
        parts[name] = text
      }
      // The piece behind the first part ends it where it first occurs.
      if let one = parts["one"] { parts["one"] = one.filter { $0 != "-" } + "1" }
      #expect(pattern.match(pattern.filled(with: parts)) == parts)
    }
  }
}

@Suite struct IDPatternTests {
  @Test(arguments: [
    ("[0-9]{1,3}[a-z]?", "12a", true), ("[0-9]{1,3}[a-z]?", "1234", false),
    ("^frc[0-9]+$", "frc7332", true), ("^frc[0-9]+$", "frc", false),
    ("a|bc*", "bccc", true), ("a|bc*", "abc", false), ("(ab|cd){2}", "abcd", true),
    ("(ab|cd){2}", "ab", false), ("x{2,}", "xxxxx", true), ("x{2,}", "x", false),
    ("[^/]+", "ü1", true), ("[^/]+", "a/b", false), ("\\d\\w\\.", "1_.", true), (".", "🦊", true),
    ("", "", true), ("a?", "", true), ("[]a]+", "]a", true), ("(?:a)+", "aa", true),
  ])
  func `the whole id must fit`(_ pattern: String, _ text: String, _ fits: Bool) throws {
    #expect(try IDPattern(pattern).matches(text) == fits)
  }

  @Test(arguments: [
    "(", ")", "[a", "a{", "a{2", "a{3,2}", "*a", "a**", "a^b", "a$b", "\\q", "a\\", "(?=a)",
    "[z-a]",
    "(a{1000}){1000}",
  ])
  func `what is no expression is refused`(_ pattern: String) {
    #expect(throws: LinkPatternError.self) { try IDPattern(pattern) }
  }

  @Test func `an expression that makes others slow takes no longer`() throws {
    let pattern = try IDPattern("(a*)*(a|a)*b?(a?){20}c")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
  }
}
