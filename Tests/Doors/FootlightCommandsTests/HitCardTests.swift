import Footlight
import Testing

@testable import FootlightCommands

struct HitCardTests {
  private func lines(
    _ hit: Hit, marker: HitCard.Marker? = nil, colours: Bool = false, width: Int = 60
  ) -> [String] {
    HitCard(
      hit: hit, label: "Books", marker: marker, style: Style(isColourful: colours), width: width
    ).lines
  }

  @Test func `a hit is its title, where it lives, and what it is about`() {
    let hit = Hit(
      domain: "books", id: "a b", title: "Moby-Dick", description: "A whale.", tier: .exact)
    #expect(lines(hit) == ["Moby-Dick", "  Books  books:a%20b", "  A whale."])
  }

  @Test func `a domain without a label of its own is not said twice`() {
    let hit = Hit(domain: "books", id: "1", title: "T", tier: .exact)
    let card = HitCard(hit: hit, label: "books", marker: nil, style: .plain, width: 60)
    #expect(card.lines == ["T", "  books:1"])
  }

  @Test func `the alias that matched is shown, the title is not said twice`() {
    var hit = Hit(domain: "books", id: "1", title: "Moby-Dick", tier: .exact)
    hit.matched = HitMatch(field: .alias, text: "The Whale")
    #expect(lines(hit) == ["Moby-Dick", "  Books  books:1", "  = The Whale"])
    hit.matched = HitMatch(field: .title, text: "Moby-Dick")
    #expect(lines(hit) == ["Moby-Dick", "  Books  books:1"])
  }

  @Test func `words found in the body are shown unless the description holds them`() {
    var hit = Hit(domain: "b", id: "1", title: "T", description: "all of it here", tier: .found)
    hit.matched = HitMatch(field: .body, text: "the words\naround")
    #expect(lines(hit).last == "  the words around")
    hit.matched = HitMatch(field: .body, text: "of it")
    #expect(lines(hit).last == "  all of it here")
  }

  @Test func `the piece of the body that matched is shown`() {
    var hit = Hit(domain: "b", id: "1", title: "T", description: "about it", tier: .found)
    hit.snippet = Hit.Snippet(
      field: .body, text: "… the words around", highlights: Highlights(scalars: [6..<11]))
    #expect(lines(hit).suffix(2) == ["  about it", "  … the words around"])
  }

  @Test func `of a long description the piece is shown that matched`() {
    let text = Array(repeating: "word", count: 50).joined(separator: " ") + " end"
    var hit = Hit(domain: "b", id: "1", title: "T", description: text, tier: .found)
    hit.highlights[.description] = Highlights(scalars: [250..<253])
    hit.snippet = Hit.Snippet(
      field: .description, text: "… word end", highlights: Highlights(scalars: [7..<10]))
    #expect(lines(hit, width: 40).last == "  … word end")
    hit.highlights[.description] = Highlights(scalars: [0..<4])
    #expect(lines(hit, width: 40).last?.hasSuffix("…") == true)
  }

  @Test func `a long description is two lines, and ends with an ellipsis`() {
    let text = Array(repeating: "word", count: 50).joined(separator: " ")
    let shown = lines(
      Hit(domain: "b", id: "1", title: "T", description: text, tier: .found), width: 40)
    #expect(shown.count == 4 && shown[3].hasSuffix("…"))
    #expect(shown.allSatisfy { columns(of: $0) <= 40 })
  }

  @Test func `the words of the query are marked where they stand`() {
    let hit = Hit(domain: "b", id: "1", title: "ab cd ab", tier: .exact)
    let marker: HitCard.Marker = { text in
      var found: [Range<String.Index>] = []
      var rest = text.startIndex
      while rest < text.endIndex, text[rest...].count >= 2 {
        let end = text.index(rest, offsetBy: 2)
        if text[rest..<end] == "ab" { found.append(rest..<end) }
        rest = text.index(after: rest)
      }
      return found
    }
    #expect(
      lines(hit, marker: marker, colours: true).first
        == "\u{1B}[1;31mab\u{1B}[0m\u{1B}[1m cd \u{1B}[0m\u{1B}[1;31mab\u{1B}[0m")
    #expect(lines(hit, marker: marker).first == "ab cd ab")
  }

  @Test func `an item whole has everything, a sample what fits`() {
    let item = Item(
      id: "1", title: "T\u{1B}", description: "D", body: "one\n\ttwo", keywords: ["k", "l"],
      aliases: ["A"], url: "https://example.org",
      attributes: [
        ItemAttribute("year", .number(1851, written: "1851")),
        ItemAttribute("seen", .boolean(false)),
      ], rank: 7, expires: 0)
    let page = ItemCard(item: item, domain: "b", style: .plain, width: 40)
    #expect(
      page.lines(wholeBody: true) == [
        "T␛", "b:1", "https://example.org", "", "D", "", "aliases   A", "keywords  k; l",
        "year      1851", "seen      false", "rank      7", "expires   1970-01-01T00:00:00Z", "",
        "one", "    two",
      ])
    #expect(page.lines(wholeBody: false).last == "one two")
  }
}
