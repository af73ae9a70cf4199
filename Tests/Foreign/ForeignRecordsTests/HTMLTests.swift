import FootlightPlatform
import FootlightTesting
import TestSupport
import Testing

@testable import DeclaredRecords

/// Web pages, read by footlight-read as it is used.
struct HTMLTests {
  private static let page = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Bread &amp;
     butter</title>
    <meta name="description" content="How to bake"><meta name=keywords content="bread, rye  flour,">
    <meta property="og:site_name" content="Kitchen"><link rel="canonical" href="https://example.org/b">
    <script type="application/ld+json">{ "@type": "Recipe",
      "name": "Rye \\u00e9" }</script>
    <script type="application/ld+json">{ broken </script>
    <style>p { color: red }</style></head>
    <body><nav><a href="/">Home</a></nav><header>Logo</header>
    <main><h1>Rye bread</h1><p>Mix <b>flour</b>
    and&nbsp;water.<script>evil()</script>
    <section id="bake"><h2>Baking</h2><ul><li>hot<li>long</ul>
    <h3><a name="crust"></a>Crust</h3><pre>a
      b</pre></section>
    <h2 id=eat>Eating</h2><table><tr><td>one<td>two</table></main>
    <footer>Imprint</footer></body></html>
    """

  private func read(
    _ text: String, sections: Bool = false, _ fields: String...
  ) throws -> ForeignReading {
    let folder = try TemporaryFolder()
    try folder.write("site/a.html", text)
    let source = try ForeignReading.source(
      folder, kind: "html", path: "site/a.html", ["sections": .boolean(sections)])
    switch fields.count {
    case 1: return ForeignReading(source, fields[0])
    case 2: return ForeignReading(source, fields[0], fields[1])
    default: return ForeignReading(source, fields[0], fields[1], fields[2])
    }
  }

  @Test func `a tag with more attributes than anybody writes is refused before it is read`() throws
  {
    let many = (0..<200_000).map { "a\($0)=1" }.joined(separator: " ")
    let found = try read("<p \(many)>text</p>", "body")
    #expect(found.records.isEmpty && found.told.first?.message.contains("attributes") == true)
    // In a script and in a text they are no attributes.
    let words = String(repeating: "x ", count: 5_000)
    let page = "<title>t</title><script>if (a<b) { \(words) }</script><p>a < b \(words)</p>"
    #expect(try read(page, "title").records == [[["t"]]])
  }

  @Test func `a page says what it is`() throws {
    let head = try read(Self.page, "title", "description", "keywords[]")
    #expect(head.told.isEmpty)
    #expect(head.records == [[["Bread & butter"], ["How to bake"], ["bread", "rye flour"]]])
    let more = try read(Self.page, "language", "canonical", "meta.'og:site_name'")
    #expect(more.records == [[["en"], ["https://example.org/b"], ["Kitchen"]]])
    let data = try read(Self.page, "json_ld[].name", "headings[]", "name")
    #expect(data.records == [[["Rye é"], ["Rye bread", "Baking", "Crust", "Eating"], ["a"]]])
  }

  @Test func `the body is the main text, as a browser shows it`() throws {
    let found = try read(Self.page, "body")
    #expect(
      found.records == [
        [["Rye bread\nMix flour and water.\nBaking\nhot\nlong\nCrust\na\n  b\nEating\none two"]]
      ])
    let plain = try read("<p>Only <i>this</i>", "body", "title")
    #expect(plain.records == [[["Only this"], []]])
  }

  @Test func `sections have their anchors, parents and lines`() throws {
    let found = try read(Self.page, sections: true, "title", "anchor", "parents[]")
    #expect(
      found.records == [
        [["Rye bread"], ["rye-bread"], []], [["Baking"], ["bake"], ["Rye bread"]],
        [["Crust"], ["crust"], ["Rye bread", "Baking"]], [["Eating"], ["eat"], ["Rye bread"]],
      ])
    #expect(found.places == ["a.html:11", "a.html:13", "a.html:14", "a.html:16"])
    let texts = try read(Self.page, sections: true, "body", "page", "level")
    #expect(
      texts.records.map { $0[0] } == [
        ["Mix flour and water."], ["hot\nlong"], ["a\n  b"], ["one two"],
      ])
    #expect(texts.records.allSatisfy { $0[1] == ["Bread & butter"] })
  }

  @Test func `the sections of exported bookmarks are these, with folders, tags and dates`() throws {
    let page = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
      <TITLE>Bookmarks</TITLE>
      <H1>Bookmarks Menu</H1>
      <DL><p>
          <DT><A HREF="https://example.org/top" ADD_DATE="1420000000">Top</A>
          <DT><H3 ADD_DATE="1">Comics</H3>
          <DD>what is drawn
          <DL><p>
              <DT><A HREF="https://xkcd.com/642/" ADD_DATE="1420000000000" TAGS="comic, fun" ICON="data:image/png;base64,AA">xkcd: Creepy</A>
              <DD>On a train
              <DT><H3>Old</H3>
              <DL><p>
                  <DT><A HREF="https://example.org/?a=1&amp;b=2"></A>
              </DL><p>
          </DL><p>
          <HR>
          <DT><A HREF="place:sort=8">Recent</A>
          <DT><A HREF="https://example.org/kiln">Kiln building</A>
      </DL><p>
      """
    let found = try read(page, sections: true, "title", "url", "folder")
    #expect(found.told.isEmpty)
    #expect(
      found.records == [
        [["Top"], ["https://example.org/top"], [""]],
        [["xkcd: Creepy"], ["https://xkcd.com/642/"], ["Comics"]],
        [["https://example.org/?a=1&b=2"], ["https://example.org/?a=1&b=2"], ["Comics / Old"]],
        [["Kiln building"], ["https://example.org/kiln"], [""]],
      ])
    #expect(found.places.prefix(2) == ["a.html:6", "a.html:10"])
    let more = try read(page, sections: true, "added", "tags[]", "body")
    #expect(
      more.records.prefix(2) == [
        [["2014-12-31T04:26:40Z"], [], []],
        [["2014-12-31T04:26:40Z"], ["comic", "fun"], ["On a train"]],
      ])
    #expect(try read(page, "title").records == [[["Bookmarks"]]])
  }

  @Test func `each section has an anchor of its own`() throws {
    let found = try read(
      "<p>Before<h2 id=a>A</h2><h2>Où? Là!</h2><h2 id=a>B</h2><h2>…</h2><h2>…</h2><h2>Top</h2>",
      sections: true, "anchor", "title")
    #expect(
      found.records.map { $0[0] } == [
        ["top"], ["a"], ["où-là"], ["a-2"], ["section"], ["section-2"], ["top-2"],
      ])
  }

  @Test func `many headings of one name are numbered at once`() throws {
    // One after the other for each would be some billions of looks.
    let page = String(repeating: "<h2>Example</h2>", count: 50_000)
    let found = try read(page, sections: true, "anchor", "title")
    #expect(found.records.count == 50_000 && found.records.last?[0] == ["example-50000"])
  }

  @Test func `other encodings are read`() throws {
    let folder = try TemporaryFolder()
    let start = Array("<meta charset=windows-1252><title>Caf".utf8)
    try folder.write("a.html", bytes: start + [0xE9] + Array("</title>".utf8))
    try folder.write("b.html", bytes: Array("<title>Caf".utf8) + [0xE9] + Array("</title>".utf8))
    try folder.write("c.html", "<title>Café 三</title>")
    let source = try ForeignReading.source(folder, kind: "html", path: "*.html")
    let found = ForeignReading(source, "title")
    #expect(found.records == [[["Café"]], [["Café"]], [["Café 三"]]])
  }

  @Test(arguments: [10, 100_000])
  func `what is no text in the encoding of a page is replaced, and the rest is read`(count: Int)
    throws
  {
    let folder = try TemporaryFolder()
    let start = Array("<meta charset=gb2312><title>A</title><p>".utf8)
    let text = [UInt8](repeating: 0x61, count: count)
    try folder.write("a.html", bytes: start + text + [0x81, 0x20, 0xFF, 0xFF] + text)
    let source = try ForeignReading.source(folder, kind: "html", path: "*.html")
    let found = ForeignReading(source, "title", "body")
    #expect(found.records.first?[0] == ["A"])
    let body = found.records.first?[1].first ?? ""
    #expect(
      body.hasPrefix("aaaaaaaaaa") && body.hasSuffix("aaaaaaaaaa") && body.contains("\u{FFFD}"))
  }

  @Test func `pages keep the contract of sources`() throws {
    let folder = try TemporaryFolder()
    for (id, name) in [("1", "alpha"), ("2", "b,c"), ("3", "三")] {
      try folder.write("pages/\(id).html", "<title>\(name)</title><p>text")
    }
    var hostile: [RecordSourceContract.Hostile] = []
    let damaged = ["", "\0\0\0\0", String(repeating: "<div>", count: 5_000)]
    for (number, text) in damaged.enumerated() {
      try folder.write("bad/\(number).html", text)
      hostile.append(
        RecordSourceContract.Hostile(
          "\(number)", try ForeignReading.source(folder, kind: "html", path: "bad/\(number).html")))
    }
    let path = folder.path("pages/1.html")
    let contract = RecordSourceContract(
      source: try ForeignReading.source(folder, kind: "html", path: "pages/*.html"),
      fields: ["name", "title"], expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
      change: { () throws(Failure) in
        let file = try FileOperations.system.create(path)
        try file.write(Array("<title>other</title>".utf8).span)
      }, hostile: hostile)
    #expect(contract.violations() == [])
  }

  @Test func `whatever pages hold, records come of them`() throws {
    var random = SeededRandom(seed: 15)
    let pieces = [
      "<", ">", "</", "<p", "<h2 id=", "\"", "'", "<!--", "-->", "<script>", "</script>", "&amp",
      "&#x110000;", "&#0;", "<![CDATA[", "<title>", "<main>", "</main>", "é", "\u{1F600}", "\r\n",
      "<svg><style>", "<textarea>", "<a name=", "<table><td>", "\u{FFFE}", "text ",
    ]
    let folder = try TemporaryFolder()
    for number in 0..<60 {
      let text = (0..<80).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      try folder.write("\(number).html", "x" + text)
    }
    for sections in [false, true] {
      let source = try ForeignReading.source(
        folder, kind: "html", path: "*.html", ["sections": .boolean(sections)])
      let found = ForeignReading(source, "body", "title")
      #expect(found.told.isEmpty && found.records.count >= 60)
    }
  }
}
