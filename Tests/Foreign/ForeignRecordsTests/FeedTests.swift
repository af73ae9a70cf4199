import FootlightPlatform
import FootlightTesting
import TestSupport
import Testing

@testable import DeclaredRecords

/// Feeds, read by footlight-read as it is used.
struct FeedTests {
  private func read(_ text: String, _ first: String, _ second: String) throws -> [[[String]]] {
    let folder = try TemporaryFolder()
    try folder.write("feed.xml", text)
    let source = try ForeignReading.source(folder, kind: "feed", path: "feed.xml")
    let found = ForeignReading(source, first, second)
    #expect(found.told.isEmpty)
    return found.records
  }

  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom"><title>All</title><link rel="next" href="/2"/>
    <entry><title>One</title><id>tag:1</id><link rel="self" href="/s"/><link href="/one"/>
    <author><name>Anna</name><uri>x</uri></author><updated>2023-01-02T08:00:00Z</updated>
    <category term="a"/><category term="b"/><summary>Short</summary>
    <content type="html">&lt;p&gt;Long&lt;/p&gt;</content></entry>
    <entry><title type="xhtml"><div>T<b>w</b>o</div></title><id>tag:2</id>
    <link rel="enclosure" href="/two.mp3"/><published>2023-01-03</published></entry></feed>
    """

  private static let rss = """
    <?xml version="1.0" encoding="ISO-8859-1"?>
    <rss version="2.0" xmlns:content="c" xmlns:dc="d" xmlns:media="m"><channel><title>All</title>
    <item><title>One</title><link>https://a/1</link><guid isPermaLink="false">1</guid>
    <dc:creator>Anna</dc:creator><pubDate>Mon, 02 Jan 2023 10:00:00 +0200</pubDate>
    <category>a</category><description>Short</description><content:encoded>Long</content:encoded>
    <enclosure url="/1.png" type="image/png" length="3"/></item>
    <item><title>Two</title><guid>https://a/2</guid><pubDate>yesterday</pubDate>
    <media:group><media:content url="/2.jpg" medium="image"/></media:group></item>
    </channel></rss>
    """

  private static let old = """
    <rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d"><channel rdf:about="c"/>
    <item rdf:about="https://a/1"><title>One</title><link>https://a/1</link>
    <dc:date>2001-02-03</dc:date></item></rdf:RDF>
    """

  @Test func `entries of all formats have the same fields`() throws {
    #expect(
      try read(Self.atom, "id", "title")
        == [[["tag:1"], ["One"]], [["tag:2"], ["Two"]]])
    #expect(try read(Self.atom, "link", "author") == [[["/one"], ["Anna"]], [[], []]])
    #expect(
      try read(Self.atom, "published", "enclosure")
        == [[["2023-01-02T08:00:00Z"], []], [["2023-01-03"], ["/two.mp3"]]])
    #expect(
      try read(Self.atom, "body", "categories[]") == [[["<p>Long</p>"], ["a", "b"]], [[], []]])
    #expect(
      try read(Self.rss, "id", "link")
        == [[["1"], ["https://a/1"]], [["https://a/2"], ["https://a/2"]]])
    #expect(
      try read(Self.rss, "published", "author")
        == [[["2023-01-02T08:00:00Z"], ["Anna"]], [["yesterday"], []]])
    #expect(try read(Self.rss, "body", "summary") == [[["Long"], ["Short"]], [[], []]])
    #expect(
      try read(Self.rss, "image", "categories[]") == [[["/1.png"], ["a"]], [["/2.jpg"], []]])
    #expect(try read(Self.old, "id", "updated") == [[["https://a/1"], ["2001-02-03"]]])
  }

  @Test func `a title and keywords may be those of a podcast`() throws {
    let rss = """
      <rss version="2.0" xmlns:itunes="i"><channel><item><itunes:title>Kilns</itunes:title><guid>1</guid>
      <itunes:keywords>clay, fire , ,ash</itunes:keywords></item></channel></rss>
      """
    #expect(try read(rss, "title", "categories[]") == [[["Kilns"], ["clay", "fire", "ash"]]])
  }

  @Test func `feeds keep the contract of sources`() throws {
    let folder = try TemporaryFolder()
    func feed(_ titles: [String]) -> String {
      "<rss><channel>" + titles.map { "<item><title>\($0)</title></item>" }.joined()
        + "</channel></rss>"
    }
    try folder.write("a.xml", feed(["one", "two", "三"]))
    try folder.write("bad.xml", "<rss><channel><item>")
    let path = folder.path("a.xml")
    let other = Array(feed(["other"]).utf8)
    let contract = RecordSourceContract(
      source: try ForeignReading.source(folder, kind: "feed", path: "a.xml"), fields: ["title"],
      expected: [["one"], ["two"], ["三"]],
      change: { () throws(Failure) in
        try FileOperations.system.create(path).write(other.span)
      },
      hostile: [
        .init("cut off", try ForeignReading.source(folder, kind: "feed", path: "bad.xml"))
      ])
    #expect(contract.violations() == [])
  }
}
