#if Complete
  import DeclaredRecords
  import FootlightPlatform
  import TestSupport
  import Testing

  /// Documents, sheets, calendars and contacts, read by footlight-read as they are used.
  struct DocumentKindTests {
    private static let core =
      "<c xmlns:dc='d' xmlns:t='t'><dc:title>Kilns</dc:title><dc:creator>Ira Fell</dc:creator>"
      + "<t:created>2024-03-01T10:00:00Z</t:created></c>"

    private func read(
      _ kind: String, _ files: [String: [UInt8]], _ settings: [String: SettingValue] = [:],
      _ fields: String...
    ) throws -> ForeignReading {
      let folder = try TemporaryFolder()
      for (name, bytes) in files { try folder.write("in/\(name)", bytes: bytes) }
      let source = try ForeignReading.source(folder, kind: kind, path: "in/*", settings)
      return ForeignReading(source, fields)
    }

    private static let word = zipped([
      ("docProps/core.xml", core),
      (
        "word/document.xml",
        "<w:d xmlns:w='w'><w:p><w:t>How to </w:t><w:t>fire</w:t></w:p><w:tc><w:p><w:t>Brick</w:t></w:p></w:tc>"
          + "<w:tc><w:p><w:t>Mortar</w:t></w:p></w:tc></w:d>"
      ),
      ("word/footnotes.xml", "<w:d xmlns:w='w'><w:p><w:t>a note</w:t></w:p></w:d>"),
    ])
    private static let slides = zipped([
      ("docProps/core.xml", core),
      ("ppt/slides/slide2.xml", "<s xmlns:a='a'><a:p><a:t>Celadon</a:t></a:p></s>"),
      ("ppt/slides/slide10.xml", "<s xmlns:a='a'><a:p><a:t>Last</a:t></a:p></s>"),
    ])
    private static let book = zipped([
      ("META-INF/container.xml", "<c><rootfile full-path='O/p.opf'/></c>"),
      (
        "O/p.opf",
        "<p xmlns:dc='d'><dc:title>A Book</dc:title><item id='1' href='b.xhtml'/><item id='2' href='a.xhtml'/>"
          + "<itemref idref='1'/><itemref idref='2'/></p>"
      ),
      ("O/a.xhtml", "<html><body><h1>Second</h1><p>Earthenware</p></body></html>"),
      ("O/b.xhtml", "<html><body><h1>First</h1><p>Stoneware</p></body></html>"),
    ])

    @Test func `office documents have title, author, date and text`() throws {
      let found = try read(
        "documents", ["a.docx": Self.word], [:], "title", "author", "created", "body", "name")
      #expect(found.told.isEmpty)
      #expect(
        found.records == [
          [
            ["Kilns"], ["Ira Fell"], ["2024-03-01T10:00:00Z"],
            ["How to fire\nBrick\tMortar\ta note"], ["a"],
          ]
        ])
      let open = zipped([
        ("content.xml", "<o xmlns:t='t'><t:h>Head</t:h><t:p>Two<t:s t:c='2'/>words</t:p></o>"),
        ("meta.xml", "<m xmlns:dc='d'><dc:title>Open</dc:title></m>"),
      ])
      #expect(
        try read("documents", ["b.odt": open], [:], "title", "body").records
          == [[["Open"], ["Head\nTwo  words"]]])
    }

    @Test func `slides and chapters are records of their own where they are asked for`() throws {
      let parts: [String: SettingValue] = ["parts": .boolean(true)]
      #expect(
        try read("documents", ["a.pptx": Self.slides], parts, "anchor", "body", "document").records
          == [[["slide=1"], ["Celadon"], ["Kilns"]], [["slide=2"], ["Last"], ["Kilns"]]])
      #expect(
        try read("documents", ["a.epub": Self.book], parts, "title", "anchor").records
          == [[["First"], ["chapter=b.xhtml"]], [["Second"], ["chapter=a.xhtml"]]])
      let whole = try read("documents", ["a.epub": Self.book], [:], "title", "body")
      #expect(whole.records == [[["A Book"], ["First\nStoneware\n\nSecond\nEarthenware"]]])
    }

    @Test func `RTF, pages, Markdown and text are documents, too`() throws {
      let rtf =
        #"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\title Memo}}\pard Caf\'e9 \u9731?snow\par end}"#
      let found = try read(
        "documents",
        [
          "a.rtf": Array(rtf.utf8), "b.html": Array("<title>Page</title><p>Slip<p>ware".utf8),
          "c.md": Array("---\ntitle: Notes\n---\n# Head\n\ntext".utf8),
          "d.txt": Array("plain ".utf8) + [0xE9],
        ], [:], "title", "body")
      #expect(found.told.isEmpty)
      #expect(
        found.records == [
          [["Memo"], ["Café ☃snow\nend"]], [["Page"], ["Slip\nware"]],
          [["Notes"], ["\n# Head\n\ntext"]], [["d"], ["plain é"]],
        ])
    }

    #if Complete
      @Test func `pages of a PDF are read, whole or one by one`() throws {
        let bytes = Array(Self.pdf(["salt glaze", "ash glaze"]).utf8)
        let whole = try read("documents", ["a.pdf": bytes], [:], "pages", "body")
        #expect(whole.records == [[["2"], ["salt glaze\n\nash glaze"]]])
        let pages = try read(
          "documents", ["a.pdf": bytes], ["parts": .boolean(true)], "page", "anchor", "body")
        #expect(
          pages.records == [
            [["1"], ["page=1"], ["salt glaze"]], [["2"], ["page=2"], ["ash glaze"]],
          ])
      }

      /// A PDF with a line of text on each page.
      private static func pdf(_ pages: [String]) -> String {
        let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
          "<< /Type /Catalog /Pages 2 0 R >>",
          "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
          "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        for (place, text) in pages.enumerated() {
          objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] "
              + "/Resources << /Font << /F1 3 0 R >> >> /Contents \(5 + 2 * place) 0 R >>")
          let stream = "BT /F1 12 Tf 20 200 Td (\(text)) Tj ET"
          objects.append("<< /Length \(stream.utf8.count) >>\nstream\n\(stream)\nendstream")
        }
        var text = "%PDF-1.4\n"
        for (place, object) in objects.enumerated() {
          text += "\(place + 1) 0 obj\n\(object)\nendobj\n"
        }
        return text + "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\n%%EOF\n"
      }
    #endif

    @Test func `a broken document is one bad record, and bombs are refused`() throws {
      let found = try read(
        "documents",
        [
          "a.docx": Array(Self.word.prefix(60)), "b.docx": Self.word,
          "c.pdf": Array("%PDF-1.4 no".utf8),
        ],
        [:], "name")
      #expect(found.records == [[["b"]]])
      #expect(found.problems.count == 2 && found.problems.allSatisfy { $0.remedy != nil })
    }

    @Test func `rows of sheets have the names of the header, dates and numbers`() throws {
      let sheet = zipped([
        (
          "xl/workbook.xml",
          "<w xmlns:r='r'><sheet name='Prices' r:id='1'/><sheet name='Other' r:id='2'/></w>"
        ),
        (
          "xl/_rels/workbook.xml.rels",
          "<R><Relationship Id='1' Target='worksheets/a.xml'/><Relationship Id='2' Target='worksheets/b.xml'/></R>"
        ),
        ("xl/styles.xml", "<s><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></s>"),
        (
          "xl/sharedStrings.xml",
          "<s><si><t>Report</t></si><si><t>item</t></si><si><t>Kiln</t></si></s>"
        ),
        (
          "xl/worksheets/a.xml",
          "<w><row r='1'><c r='A1' t='s'><v>0</v></c></row>"
            + "<row r='3'><c r='A3' t='s'><v>1</v></c><c r='B3' t='inlineStr'><is><t>price</t></is></c>"
            + "<c r='D3' t='str'><v>since</v></c></row>"
            + "<row r='4'><c r='A4' t='s'><v>2</v></c><c r='B4'><v>1200.5</v></c><c r='C4'><v>7</v></c>"
            + "<c r='D4' s='1'><v>45292</v></c></row></w>"
        ),
        ("xl/worksheets/b.xml", "<w><row r='1'><c r='A1' t='str'><v>x</v></c></row></w>"),
      ])
      let found = try read(
        "sheet", ["a.xlsx": sheet], ["sheet": .text("Prices")], "item", "price", "column 3",
        "since",
        "row", "sheet")
      #expect(found.told.isEmpty)
      #expect(found.records == [[["Kiln"], ["1200.5"], ["7"], ["2024-01-01"], ["4"], ["Prices"]]])
      // A header alone is a sheet that gives nothing: it is named, beside the rows of the others.
      let all = try read("sheet", ["a.xlsx": sheet], [:], "item")
      #expect(all.records.count == 1 && all.told.count == 1)
      #expect(all.told.first.map { "\($0)" }?.contains("gives no records") == true)
      let missing = try read("sheet", ["a.xlsx": sheet], ["sheet": .text("None")], "item")
      #expect(missing.failure?.diagnostics.first?.remedy?.contains("`Prices`") == true)
      let open = zipped([
        (
          "content.xml",
          "<o xmlns:t='t' xmlns:x='x' xmlns:f='f'><t:table t:name='S'><t:table-row><t:table-cell><x:p>id</x:p>"
            + "</t:table-cell><t:table-cell><x:p>name</x:p></t:table-cell></t:table-row><t:table-row>"
            + "<t:table-cell f:value='1'><x:p>1,0</x:p></t:table-cell><t:table-cell><x:p>Raku</x:p>"
            + "</t:table-cell></t:table-row></t:table></o>"
        )
      ])
      #expect(try read("sheet", ["a.ods": open], [:], "id", "name").records == [[["1"], ["Raku"]]])
    }

    @Test(arguments: [
      ("[h]:mm", "1.1041666666666667", "26:30"), ("[h]:mm:ss", "0.500011574074074", "12:00:01"),
      ("[mm]:ss", "0.0625", "1:30"), ("[hh]:mm;@", "-0.25", "-6:00"), ("[Red]0.00", "1.5", "1.5"),
      ("[$-409]d-mmm-yy;@", "45292", "2024-01-01"), ("0\\d", "3", "3"), ("0_d", "3", "3"),
      ("h:mm", "0.75", "18:00:00"),
    ])
    func `hours that count beyond a day are a duration and no date`(
      format: String, number: String, shown: String
    ) throws {
      let sheet = zipped([
        ("xl/workbook.xml", "<w xmlns:r='r'><sheet name='S' r:id='1'/></w>"),
        (
          "xl/styles.xml",
          "<s><numFmt numFmtId='164' formatCode='\(format)'/><cellXfs><xf numFmtId='0'/><xf numFmtId='164'/>"
            + "</cellXfs></s>"
        ),
        (
          "xl/worksheets/sheet1.xml",
          "<w><row r='1'><c t='str'><v>who</v></c><c t='str'><v>time</v></c></row>"
            + "<row r='2'><c t='str'><v>Ann</v></c><c s='1'><v>\(number)</v></c></row></w>"
        ),
      ])
      #expect(try read("sheet", ["a.xlsx": sheet], [:], "time").records == [[[shown]]])
    }

    #if Complete
      @Test(arguments: [
        "Eastern Standard Time", "America/New_York", "/example.org/20260101_1/America/New_York",
        "tzone://Microsoft/Eastern Standard Time",
      ])
      func `a zone is known by Windows' name and by that of the tz database`(zone: String) throws {
        let text = """
          BEGIN:VCALENDAR
          VERSION:2.0
          BEGIN:VEVENT
          UID:1
          SUMMARY:Opening
          DTSTART;TZID=\(zone):20210706T160000
          DTEND;TZID=\(zone):20211206T160000
          END:VEVENT
          END:VCALENDAR
          """
        let found = try read("calendar", ["a.ics": Array(text.utf8)], [:], "start", "end")
        #expect(found.records == [[["2021-07-06T20:00:00Z"], ["2021-12-06T21:00:00Z"]]])
      }

      @Test func `a zone that the calendar defines itself is the one that counts`() throws {
        let text = """
          BEGIN:VCALENDAR
          VERSION:2.0
          BEGIN:VTIMEZONE
          TZID:Eastern Standard Time
          BEGIN:STANDARD
          DTSTART:16010101T000000
          TZOFFSETFROM:+0300
          TZOFFSETTO:+0300
          END:STANDARD
          END:VTIMEZONE
          BEGIN:VEVENT
          UID:1
          SUMMARY:Opening
          DTSTART;TZID=Eastern Standard Time:20210706T160000
          END:VEVENT
          END:VCALENDAR
          """
        let found = try read("calendar", ["a.ics": Array(text.utf8)], [:], "start")
        #expect(found.records == [[["2021-07-06T13:00:00Z"]]])
      }

      @Test func `an entry without a summary is called by the first words that it has`() throws {
        let long = String(repeating: "clay and water ", count: 10)
        let entries = [
          "DESCRIPTION:dentist visit\\nbring the card", "SUMMARY:Party\nDESCRIPTION:x",
          "LOCATION:Room 5",
          "DESCRIPTION:\(long)", "DTSTAMP:20240101T100000Z",
        ]
        let text =
          "BEGIN:VCALENDAR\nVERSION:2.0\n"
          + entries.map { "BEGIN:VEVENT\nDTSTART:20240101T100000Z\n\($0)\nEND:VEVENT\n" }.joined()
          + "END:VCALENDAR\n"
        let found = try read("calendar", ["a.ics": Array(text.utf8)], [:], "title")
        let titles = found.records.map { $0[0][0] }
        #expect(titles.count == 5)
        #expect(titles.prefix(3) == ["dentist visit", "Party", "Room 5"])
        #expect(titles[3].hasSuffix("clay …") || titles[3].hasSuffix("water …"))
        #expect(titles[3].count <= 82 && titles[4] == "event")
      }

      @Test func `entries of calendars have times in UTC, and recurring ones their next date`()
        throws
      {
        let text =
          "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Firing\\, hot\r\n"
          + "DTSTART;TZID=Europe/Berlin:20240105T180000\r\nRRULE:FREQ=WEEKLY\r\nCATEGORIES:clay, fire\r\n"
          + "END:VEVENT\r\nBEGIN:VTODO\r\nUID:2\r\nSUMMARY:Buy\r\nDUE;VALUE=DATE:20240201\r\nEND:VTODO\r\n"
          + "END:VCALENDAR\r\n"
        let found = try read(
          "calendar", ["a.ics": Array(text.utf8)], [:], "title", "start", "type", "categories[]",
          "next")
        #expect(found.told.isEmpty)
        #expect(
          found.records.map { Array($0.prefix(4)) } == [
            [["Firing, hot"], ["2024-01-05T17:00:00Z"], ["event"], ["clay", "fire"]],
            [["Buy"], ["2024-02-01"], ["todo"], []],
          ])
        #expect(found.records.first?[4].first?.hasPrefix("20") == true)
        let none = try read("calendar", ["a.ics": Array("no calendar".utf8)], [:], "title")
        #expect(none.failure?.diagnostics.first?.remedy != nil)
      }
    #endif

    @Test func `cards of contacts have names, addresses and numbers`() throws {
      let text =
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ira Fell\r\nitem1.EMAIL;TYPE=work:ira@x.example\r\nTEL:+49 30 12\r\n 34\r\n"
        + "ORG:Kilns;Sales\r\nNOTE:likes\\, clay\r\nEND:VCARD\r\n"
        + "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Jo;;;\r\nEND:VCARD\r\n"
      let found = try read(
        "contacts", ["a.vcf": Array(text.utf8)], [:], "title", "emails[]", "phones[]",
        "organization", "note")
      #expect(
        found.records == [
          [["Ira Fell"], ["ira@x.example"], ["+49 30 1234"], ["Kilns, Sales"], ["likes, clay"]],
          [["Jo Müller"], [], [], [], []],
        ])
    }
  }
#endif
