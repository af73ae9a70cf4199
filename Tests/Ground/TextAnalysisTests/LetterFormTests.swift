import TestSupport
import Testing

@testable import TextAnalysis

/// Letters that are written in more than one way, and what binds words.
@Suite struct LetterFormTests {
  private func sequence(_ text: String) -> [String] {
    Analyzer().analyze(text, as: .field).filter { !$0.traits.contains(.derived) }.map(\.text)
  }

  private func derived(_ text: String) -> Set<String> {
    Set(Analyzer().analyze(text, as: .field).filter { $0.traits.contains(.derived) }.map(\.text))
  }

  @Test(arguments: [
    ("علی", "علي"), ("على", "علي"), ("کتاب", "كتاب"), ("مدرسة", "مدرسه"), ("أحمد", "احمد"),
    ("ہند", "هند"),
    ("हिन्दी", "हिंदी"), ("हिँदी", "हिंदी"), ("पञ्च", "पंच"), ("अङ्क", "अंक"), ("क़लम", "कलम"), ("मनुष्य", "मनुष्य"),
  ])
  func `two forms of one word are the same`(_ one: String, _ other: String) {
    #expect(sequence(one) == sequence(other))
  }

  @Test(arguments: [
    ("AC/DC", ["ac/dc", "acdc"]), ("TCP/IP", ["tcp/ip", "tcpip"]), ("I/O", ["i/o", "io"]),
    ("1/2", []), ("9/11", []), ("a / b", []), ("node.js", ["node.js", "nodejs"]),
  ])
  func `a slash between letters joins as a hyphen does`(_ text: String, _ joined: [String]) {
    #expect(derived(text) == Set(joined))
  }

  @Test(arguments: [
    ("12.03.2024", ["03.2024", "2024"]), ("2026.4.10", ["4.10", "2026"]),
    ("14.2.1.0", ["2.1.0", "1.0"]),
    ("12.1", []), ("3.14", []),
  ])
  func `parts of dates and versions are words beside the whole`(
    _ text: String, _ parts: [String]
  ) {
    #expect(sequence(text) == [text])
    #expect(derived(text) == Set(parts))
  }

  @Test func `punctuation is a name where nothing else is there`() {
    #expect(sequence("!!!") == ["!!!"])
    #expect(sequence(" - ") == ["-"])
    #expect(sequence("a !!!") == ["a"])
    #expect(sequence(" \u{200B}\n") == [])
  }
}
