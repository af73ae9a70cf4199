import Footlight
import FootlightPlatform
import Testing

/// What hits say about what matched in their texts.
@Suite struct HighlightTests {
  private func workspace(_ record: Record, _ tail: String = "") throws -> TestWorkspace {
    let workspace = try TestWorkspace()
    try workspace.declare(
      "d",
      item: """
        , description: "{about}", body: "{body}", aliases: ["{alias}"], \
        keywords: ["{keys | split: ','}"]
        """, tail: tail)
    workspace.records.put("d", [record])
    _ = try workspace.library().sync()
    return workspace
  }

  private func record(
    _ title: String, about: String = "", body: String = "", alias: String = "", keys: String = ""
  ) -> Record {
    [
      "id": .text("1"), "title": .text(title), "about": .text(about), "body": .text(body),
      "alias": .text(alias), "keys": .text(keys),
    ]
  }

  private func hit(
    _ record: Record, _ query: String, _ options: SearchOptions = SearchOptions(), tail: String = ""
  ) throws -> Hit? {
    let workspace = try workspace(record, tail)
    defer { withExtendedLifetime(workspace) {} }
    return try workspace.library().search(query, options: options).hits.first
  }

  /// A text with what matched in brackets.
  private func marked(_ text: String?, _ highlights: Highlights?) -> String? {
    guard let text, let highlights else { return nil }
    var shown = ""
    var end = text.startIndex
    for range in highlights.ranges(in: text) {
      shown.unicodeScalars += text.unicodeScalars[end..<range.lowerBound]
      shown.unicodeScalars += ("[" + String(text[range]) + "]").unicodeScalars
      end = range.upperBound
    }
    shown.unicodeScalars += text.unicodeScalars[end...]
    return shown
  }

  @Test(arguments: [
    ("Stranger Things", "stranger thi", "[Stranger] [Things]"),
    ("進撃の巨人", "巨人", "進撃の[巨人]"), ("35 U.S.C. § 121", "35usc12", "[35] [U.S.C.] § [121]"),
    ("Crème e\u{301}té", "ete ", "Crème [e\u{301}té]"),
    ("Spider-Man 2", "spiderman ", "[Spider-Man] 2"),
    ("bad Breaking Bad", "\"breaking bad\"", "bad [Breaking] [Bad]"),
    ("Spider-Man, Spider-Man", "spider", "[Spider]-Man, [Spider]-Man"),
    ("Spider-Man, Spider-Man", "spiderm", "[Spider-Man], [Spider-Man]"),
    ("love and hate", "love OR hate ", "[love] and [hate]"),
    ("love, loved", "love* -hate", "[love], [loved]"),
  ])
  func `the title is marked where it matched`(
    _ title: String, _ query: String, _ wanted: String
  ) throws {
    let hit = try hit(record(title), query)
    #expect(marked(hit?.title, hit?.highlights[.title]) == wanted)
  }

  @Test func `the alias that matched is told and marked`() throws {
    let hit = try hit(record("進撃の巨人", alias: "Attack on Titan"), "attack on tit")
    #expect(hit?.matched == HitMatch(field: .alias, text: "Attack on Titan"))
    #expect(marked(hit?.matched?.text, hit?.highlights[.alias]) == "[Attack] [on] [Titan]")
    #expect(hit?.highlights[.title] == nil && hit?.snippet == nil)
  }

  @Test func `the keyword that matched is told and marked`() throws {
    let hit = try hit(record("x", keys: "one, two three"), "three ")
    #expect(hit?.matched == HitMatch(field: .keyword, text: "two three"))
    #expect(marked(hit?.matched?.text, hit?.highlights[.keyword]) == "two [three]")
  }

  @Test(arguments: [
    "\t", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}", "\u{2028}", "\u{2029}",
    "\u{202F}",
    "\u{205F}", "\u{3000}", " \u{2003}\n\u{A0}",
  ])
  func `white space of any kind is one space in a snippet`(_ space: String) throws {
    let words = (0..<120).map { "w\($0)é" }
    let text = (words + ["zebra", "crossing"] + words).joined(separator: space)
    let snippet = try hit(record("x", body: space + text + space), "zebra cross")?.snippet
    let shown = try #require(snippet?.text)
    #expect(marked(shown, snippet?.highlights)?.contains(" [zebra] [crossing] w0é ") == true)
    #expect(shown.unicodeScalars.allSatisfy { $0 == " " || !$0.properties.isWhitespace })
    #expect(!shown.contains("  "))
    // It begins and ends with whole words.
    let pieces = shown.split(separator: " ")
    #expect(pieces.first == "…" && pieces.last == "…")
    let whole = Set(words + ["zebra", "crossing"])
    #expect(pieces.dropFirst().dropLast().allSatisfy { whole.contains(String($0)) })
  }

  @Test func `a field marks itself alone`() throws {
    let hit = try hit(record("narcos", about: "narcos again"), "title:narcos ")
    #expect(hit?.highlights == [.title: Highlights(scalars: [0..<6])] && hit?.snippet == nil)
  }

  @Test func `the snippet is where the most words stand together`() throws {
    let filler = Array(repeating: "nothing\n here", count: 200).joined(separator: " ")
    let hit = try hit(
      record("x", about: "one about", body: "one \(filler) one\ttwo here \(filler)"), "one two ")
    #expect(hit?.snippet?.field == .body && hit?.snippet?.highlights.scalars.count == 2)
    let shown = marked(hit?.snippet?.text, hit?.snippet?.highlights)
    #expect(shown?.contains("nothing here [one] [two] here nothing") == true)
    #expect(shown?.hasPrefix("… ") == true && shown?.hasSuffix(" …") == true)
    #expect((hit?.snippet?.text.unicodeScalars.count ?? 0) < 300)
    #expect(hit?.highlights[.description] == Highlights(scalars: [0..<3]))
  }

  @Test func `a description with all words is the snippet`() throws {
    let hit = try hit(record("x", about: "one and two", body: "one two"), "one two ")
    #expect(
      hit?.snippet
        == Hit.Snippet(
          field: .description, text: "one and two",
          highlights: Highlights(scalars: [0..<3, 8..<11])))
    #expect(hit?.matched == HitMatch(field: .description, text: "one and two"))
  }

  @Test func `a title and a description are looked through up to a limit`() throws {
    let piece = "Spider-Man "
    let count = (1 << 17) / piece.utf8.count
    // The limit cuts a letter of two bytes.
    let long =
      String(repeating: piece, count: count) + String(repeating: "é", count: 40) + " spider"
    let hit = try hit(record(long, about: long), "spider ")
    let ranges = (0..<count).map { $0 * piece.utf8.count..<$0 * piece.utf8.count + 6 }
    #expect(hit?.highlights[.title]?.scalars == ranges)
    #expect(hit?.highlights[.description]?.scalars == ranges)
    #expect(hit?.snippet?.highlights.scalars.first == 0..<6)
  }

  @Test func `stop words are marked in names, not in long texts`() throws {
    let hit = try hit(
      record("the rule", about: "the rule of the day"), "the rule ",
      tail: "analysis: { stop_words: [the, of] }")
    #expect(
      hit?.highlights == [
        .title: Highlights(scalars: [0..<3, 4..<8]), .description: Highlights(scalars: [4..<8]),
      ])
  }

  @Test func `nothing is marked where nothing matched, or when nobody asked`() throws {
    var options = SearchOptions()
    options.match = .none
    let absent = try hit(record("one", about: "two"), "three ", options)
    #expect(absent != nil && absent?.highlights == [:] && absent?.snippet == nil)
    options = SearchOptions()
    options.marksMatches = false
    #expect(try hit(record("one"), "one", options)?.highlights == [:])
  }
}
