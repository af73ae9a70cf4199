import FootlightPlatform
import FootlightTesting
import TestSupport
import Testing

@testable import DeclaredRecords

/// XML, read by footlight-read as it is used.
struct XMLTests {
  private static let dictionary = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE JMdict [
    <!ENTITY n "noun (common)">
    <!ENTITY exp "expressions">
    ]>
    <JMdict>
    <entry seq="1000110">
      <k_ele><keb>ＣＤプレーヤー</keb></k_ele>
      <r_ele><reb>シーディープレーヤー</reb><re_pri>spec1</re_pri></r_ele>
      <sense><pos>&n;</pos><gloss>CD player</gloss></sense>
    </entry>
    <entry seq="1000220">
      <k_ele><keb>明白</keb><ke_inf/></k_ele>
      <r_ele><reb>めいはく</reb></r_ele>
      <sense><pos>&n;</pos><pos>&exp;</pos><gloss xml:lang="eng">obvious</gloss><gloss xml:lang="ger">klar &amp; deutlich</gloss></sense>
      <sense><gloss>plain</gloss></sense>
    </entry>
    </JMdict>

    """

  private func read(
    _ text: String, records: String = "entry", _ paths: [String]
  ) throws -> ForeignReading {
    let folder = try TemporaryFolder()
    try folder.write("a.xml", text)
    let source = try ForeignReading.source(
      folder, kind: "xml", path: "a.xml", ["records": .text(records)])
    return reading(source, paths)
  }

  private func reading(_ source: any RecordSource, _ paths: [String]) -> ForeignReading {
    ForeignReading(source, paths)
  }

  @Test(arguments: ["entry", "/JMdict/entry"])
  func `elements and attributes are fields`(records: String) throws {
    let found = try read(
      Self.dictionary, records: records, ["seq", "k_ele.keb", "sense[].gloss[]"])
    #expect(found.told.isEmpty)
    #expect(
      found.records == [
        [["1000110"], ["ＣＤプレーヤー"], ["CD player"]],
        [["1000220"], ["明白"], ["obvious", "klar & deutlich", "plain"]],
      ])
    #expect(found.places == ["a.xml:7", "a.xml:12"])
  }

  @Test func `what is there once is found as an element of a list, too`() throws {
    let found = try read(Self.dictionary, ["sense[].pos[]", "r_ele[].re_pri", "sense[]"])
    try #require(found.records.count == 2)
    #expect(found.records[0][0] == ["noun (common)"])
    #expect(found.records[1][0] == ["noun (common)", "expressions"])
    #expect(found.records[0][1] == ["spec1"] && found.records[1][1] == [])
    #expect(found.records.map { $0[2].count } == [1, 2])
  }

  @Test func `an element with text is that text, and its attributes stand beside it`() throws {
    let found = try read(
      """
      <list><item id="7">An <b>old</b>
      house<i/> <note lang="de">alt</note></item><item/><item>x</item></list>
      """, records: "item", ["text", "id", "note@lang"])
    #expect(
      found.records == [[["An old\nhouse alt"], ["7"], ["de"]], [[], [], []], [["x"], [], []]])
  }

  @Test func `elements are found by an attribute`() throws {
    let text = """
      <c><record><controlfield tag="001">7</controlfield>
      <datafield tag="245" ind1="1"><subfield code="a">Clay /</subfield><subfield code="c">Ann Fell.</subfield></datafield>
      <datafield tag="650"><subfield code="a">Kilns</subfield></datafield>
      <datafield tag="650"><subfield code="a">Glazes</subfield><subfield code="x">History</subfield></datafield>
      </record><record><controlfield tag="001">8</controlfield>
      <datafield tag="245"><subfield code="a">Ash</subfield></datafield></record></c>
      """
    let found = try read(
      text, records: "record",
      [
        "controlfield[tag=001]", "datafield[tag=245].subfield[code=a]",
        "datafield[tag=650][].subfield[code=a]", "datafield[tag=999].subfield[code=a]",
      ])
    #expect(found.told.isEmpty)
    #expect(
      found.records == [
        [["7"], ["Clay /"], ["Kilns", "Glazes"], []], [["8"], ["Ash"], [], []],
      ])
    let map = try read(
      """
      <osm><node id="1" lat="48.1" lon="11.5"><tag k="amenity" v="cafe"/><tag k="name" v="Oven &amp; Co"/></node></osm>
      """, records: "node", ["tag[k=name].v", "lat"])
    #expect(map.records == [[["Oven & Co"], ["48.1"]]])
  }

  @Test func `the keys of a property list are names of fields`() throws {
    let text = """
      <plist version="1.0"><dict><key>Tracks</key><dict>
      <key>1</key><dict><key>Name</key><string>Kiln &lt;1&gt;</string><key>Year</key><integer>1999</integer>
      <key>Genres</key><array><string>a</string><string>b</string></array></dict>
      <key>2</key><dict><key>Name</key><string>Ash</string><key>Loved</key><true/></dict></dict></dict></plist>
      """
    let found = try read(
      text, records: "/plist/dict/dict/dict", ["Name", "Year", "Genres.string[]"])
    #expect(found.records == [[["Kiln <1>"], ["1999"], ["a", "b"]], [["Ash"], [], []]])
    let other = try read(
      "<a><dict><key>k0</key><name>Kiln</name><price>5</price></dict></a>", records: "dict",
      ["key", "name", "price"])
    #expect(other.records == [[["k0"], ["Kiln"], ["5"]]])
  }

  @Test func `names may have prefixes`() throws {
    let text = """
      <d:set xmlns:d="urn:d"><d:one dc:id="1"><dc:title>Ä</dc:title></d:one></d:set>
      """
    for records in ["one", "d:one", "/set/one", "/d:set/d:one"] {
      #expect(try read(text, records: records, ["dc:title", "dc:id"]).records == [[["Ä"], ["1"]]])
    }
    let none = try read(text, records: "e:one", ["dc:title"])
    #expect(none.records.isEmpty && none.remarks.map(\.severity) == [.warning])
  }

  @Test func `records are outermost`() throws {
    let text = "<a><b>1<b>2</b></b><c><b>3</b></c></a>"
    #expect(try read(text, records: "b", ["text"]).records == [[["12"]], [["3"]]])
    #expect(try read(text, records: "/a/b", ["text"]).records == [[["12"]]])
    #expect(try read(text, records: "/a/c/b", ["text"]).records == [[["3"]]])
    #expect(try read(text, records: "/b", ["text"]).records.isEmpty)
  }

  @Test func `other encodings are read`() throws {
    let folder = try TemporaryFolder()
    let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a><b>Caf".utf8) + [0xE9]
    try folder.write("a.xml", bytes: latin + Array("</b></a>".utf8))
    let windows = Array("<?xml version=\"1.0\" encoding=\"windows-1252\"?><a><b>5 ".utf8) + [0x80]
    try folder.write("b.xml", bytes: windows + Array("</b></a>".utf8))
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in "<a><b>三</b></a>".utf16 {
      wide += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    }
    try folder.write("c.xml", bytes: wide)
    let source = try ForeignReading.source(
      folder, kind: "xml", path: "*.xml", ["records": .text("b")])
    #expect(ForeignReading(source, "text").records == [[["Café"]], [["5 €"]], [["三"]]])
  }

  @Test func `XML keeps the contract of sources`() throws {
    let folder = try TemporaryFolder()
    let text = """
      <set><item id="1"><name>alpha</name></item><item><id>2</id><name>b,c</name></item>
      <item name="三" id="3"/></set>
      """
    let path = try folder.write("file.xml", text)
    try folder.write("packed.xml.gz", bytes: Packed.gzip(Array(text.utf8)))
    let nested = String(repeating: "<a>", count: 300)
    let laughs =
      "<!DOCTYPE x [<!ENTITY a0 \"ha\">"
      + (1...30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined()
      + "]><item>&a30;</item>"
    let damaged = [
      "", "text", "<set>", "<set><item></set>", "<set>&none;</set>", nested, laughs,
      "<item a=\"1\" a=\"2\"/>", "<?xml version=\"1.0\" encoding=\"klingon\"?><item/>", "<item>\0",
      "<item>\u{1}</item>",
    ]
    var hostile: [RecordSourceContract.Hostile] = []
    for (number, text) in damaged.enumerated() {
      try folder.write("damaged-\(number).xml", text)
      hostile.append(
        RecordSourceContract.Hostile(
          String(text.prefix(30)),
          try ForeignReading.source(
            folder, kind: "xml", path: "damaged-\(number).xml", ["records": .text("item")])))
    }
    let fields = ["id", "name"]
    let expected = [["1", "alpha"], ["2", "b,c"], ["3", "三"]]
    let packed = try ForeignReading.source(
      folder, kind: "xml", path: "packed.xml.gz", ["records": .text("item")])
    #expect(
      RecordSourceContract(source: packed, fields: fields, expected: expected).violations() == [])
    let contract = RecordSourceContract(
      source: try ForeignReading.source(
        folder, kind: "xml", path: "file.xml", ["records": .text("item")]),
      fields: fields, expected: expected,
      change: { () throws(Failure) in
        let file = try FileOperations.system.create(path)
        try file.write(Array("<set/>".utf8).span)
      }, hostile: hostile)
    #expect(contract.violations() == [])
  }

  @Test func `attributes of many elements do not blow a record up`() throws {
    // Sixty-four attributes, each of another element: a null for every one of all others.
    let one = (0..<64).map { "<i a\($0)=\"1\">x</i>" }.joined()
    let many = String(repeating: one, count: 2_000)
    let folder = try TemporaryFolder()
    try folder.write("a.xml", "<s><r>\(many)</r><r><i>y</i></r></s>")
    let source = try ForeignReading.source(
      folder, kind: "xml", path: "a.xml", ["records": .text("r")])
    let found = ForeignReading(source, "i[]")
    #expect(found.failure == nil && found.records == [[["y"]]])
    #expect(found.problems.first?.message.contains("larger than") == true)
  }

  @Test(arguments: ["<s><r x=\"", "<s><!-- ", "<!DOCTYPE a [<!ENTITY x \""])
  func `what does not end is not looked at again and again`(start: String) throws {
    let found = try read(
      start + String(repeating: "a", count: 10 << 20), records: "r", ["text"])
    #expect(found.failure?.diagnostics.first?.message.contains("longer than 8 MB") == true)
  }

  @Test func `names that are data are forgotten`() throws {
    let folder = try TemporaryFolder()
    let records = (0..<400).map { number in
      "<r>" + (0..<100).map { "<n\(number)-\($0)/>" }.joined() + "<t>\(number)</t></r>"
    }
    try folder.write("a.xml", "<s>\(records.joined())</s>")
    let source = try ForeignReading.source(
      folder, kind: "xml", path: "a.xml", ["records": .text("r")])
    #expect(ForeignReading(source, "t").records == (0..<400).map { [["\($0)"]] })
  }

  @Test func `no other file is opened`() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret", "SECRET")
    let path = folder.path("secret")
    let found = try read(
      """
      <!DOCTYPE a [<!ENTITY x SYSTEM "file://\(path)"><!ENTITY % p SYSTEM "\(path)"> %p;]>
      <a><b>&x;</b></a>
      """, records: "b", ["text"])
    #expect(!found.records.description.contains("SECRET"))
  }

  @Test
  func `elements within elements of their name are records of their own where that is asked for`()
    throws
  {
    let text = """
      <opml><body>
      <outline text="Kitchen"><note>by hand</note><outline text="Rye" xmlUrl="u1"><outline text="Deep"/></outline>
      <outline text="Oat"/><note>more</note></outline>
      <outline text="Harbour"/>
      </body></opml>
      """
    let folder = try TemporaryFolder()
    try folder.write("a.xml", text)
    let source = try ForeignReading.source(
      folder, kind: "xml", path: "a.xml",
      ["records": .text("outline"), "nested": .text("outline")])
    let found = ForeignReading(source, "text", "xmlUrl", "note[]", "outline.text")
    #expect(found.told.isEmpty)
    #expect(
      found.records == [
        [["Deep"], [], [], []], [["Rye"], ["u1"], [], []], [["Oat"], [], [], []],
        [["Kitchen"], [], ["by hand", "more"], []], [["Harbour"], [], [], []],
      ])
    #expect(found.places.map { $0.split(separator: ":").last } == ["2", "2", "3", "2", "4"])
  }
}
