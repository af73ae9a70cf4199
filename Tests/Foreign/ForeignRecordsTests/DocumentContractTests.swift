#if Complete
  import DeclaredRecords
  import FootlightPlatform
  import FootlightTesting
  import TestSupport
  import Testing

  /// The contract that every source keeps, for documents, sheets, calendars and contacts, and hostile files of each.
  struct DocumentContractTests {
    /// A source of files whose first one changes, with hostile ones beside it.
    private func contract(
      _ folder: borrowing TemporaryFolder, _ kind: String,
      _ files: [(name: String, bytes: [UInt8])],
      fields: [String], expected: [[String]], changed: [UInt8], hostile: [[UInt8]],
      ending: String
    ) throws -> RecordSourceContract {
      for (name, bytes) in files { try folder.write("in/\(name)", bytes: bytes) }
      var sources: [RecordSourceContract.Hostile] = []
      for (number, bytes) in hostile.enumerated() {
        let path = "bad/\(number).\(ending)"
        try folder.write(path, bytes: bytes)
        sources.append(
          RecordSourceContract.Hostile(
            "\(kind) \(number)", try ForeignReading.source(folder, kind: kind, path: path)))
      }
      let path = folder.path("in/\(files[0].name)")
      return RecordSourceContract(
        source: try ForeignReading.source(folder, kind: kind, path: "in/*"), fields: fields,
        expected: expected,
        change: { () throws(Failure) in
          let file = try FileOperations.system.create(path)
          try file.write(changed.span)
        }, hostile: sources)
    }

    private static func word(_ text: String) -> [UInt8] {
      zipped([("word/document.xml", "<w:d xmlns:w='w'><w:p><w:t>\(text)</w:t></w:p></w:d>")])
    }

    @Test func `documents keep the contract`() throws {
      let folder = try TemporaryFolder()
      let deep = String(repeating: "<w:tbl>", count: 100_000)
      let contract = try contract(
        folder, "documents",
        [("a.docx", Self.word("alpha")), ("b.txt", Array("b,c".utf8)), ("c.md", Array("三".utf8))],
        fields: ["name", "body"], expected: [["a", "alpha"], ["b", "b,c"], ["c", "三"]],
        changed: Self.word("other"),
        hostile: [
          Array("PK\u{3}\u{4}".utf8), Array("%PDF-1.4".utf8), Self.word(deep),
          Array(Self.word("x").prefix(60)), [0xD0, 0xCF, 0x11, 0xE0], [0, 1, 2],
          zipped([("META-INF/container.xml", "<c><rootfile full-path='../../etc/passwd'/></c>")]),
        ], ending: "docx")
      #expect(contract.violations() == [])
    }

    @Test func `sheets keep the contract`() throws {
      func sheet(_ rows: [[String]]) -> [UInt8] {
        let body = rows.map { row in
          "<t:table-row>" + row.map { "<t:table-cell><x:p>\($0)</x:p></t:table-cell>" }.joined()
            + "</t:table-row>"
        }.joined()
        return zipped([
          ("content.xml", "<o xmlns:t='t' xmlns:x='x'><t:table t:name='S'>\(body)</t:table></o>")
        ])
      }
      let folder = try TemporaryFolder()
      let repeated =
        "<o xmlns:t='t' xmlns:x='x'><t:table><t:table-row t:number-rows-repeated='999999999'>"
        + "<t:table-cell t:number-columns-repeated='999999999'><x:p>a</x:p></t:table-cell></t:table-row></t:table></o>"
      let contract = try contract(
        folder, "sheet",
        [("a.ods", sheet([["id", "name"], ["1", "alpha"], ["2", "b,c"], ["3", "三"]]))],
        fields: ["id", "name"], expected: [["1", "alpha"], ["2", "b,c"], ["3", "三"]],
        changed: sheet([["id", "name"], ["9", "other"]]),
        hostile: [
          [], Array("no zip".utf8), Array(sheet([["id"]]).prefix(80)),
          zipped([("content.xml", repeated)]), zipped([("xl/workbook.xml", "<w>")]),
          zipped([("xl/workbook.xml", "<w><sheet name='a' r:id='9'/></w>")]),
        ], ending: "ods")
      #expect(contract.violations() == [])
    }

    #if Complete
      @Test func `calendars keep the contract`() throws {
        func events(_ titles: [String]) -> [UInt8] {
          let events = titles.map { "BEGIN:VEVENT\r\nUID:\($0)\r\nSUMMARY:\($0)\r\nEND:VEVENT\r\n" }
          return Array(("BEGIN:VCALENDAR\r\n" + events.joined() + "END:VCALENDAR\r\n").utf8)
        }
        let folder = try TemporaryFolder()
        let nested = String(repeating: "BEGIN:VCALENDAR\n", count: 50_000)
        let contract = try contract(
          folder, "calendar", [("a.ics", events(["alpha", "b;c", "三"]))],
          fields: ["title"], expected: [["alpha"], ["b;c"], ["三"]], changed: events(["other"]),
          hostile: [
            [], Array("no calendar".utf8), Array(nested.utf8),
            Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY".utf8), [0, 0xFF, 0xFE],
            Array(
              ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:" + String(repeating: "x", count: 1 << 20))
                .utf8),
          ], ending: "ics")
        #expect(contract.violations() == [])
      }

      @Test func `contacts keep the contract`() throws {
        func cards(_ names: [String]) -> [UInt8] {
          Array(
            names.map { "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\($0)\r\nEND:VCARD\r\n" }.joined().utf8)
        }
        let folder = try TemporaryFolder()
        let contract = try contract(
          folder, "contacts", [("a.vcf", cards(["alpha", "b c", "三"]))],
          fields: ["title"], expected: [["alpha"], ["b c"], ["三"]], changed: cards(["other"]),
          hostile: [
            [], Array("no card".utf8), Array("BEGIN:VCARD\nFN".utf8), [0, 0xFF, 0xFE],
            Array(String(repeating: "BEGIN:VCARD\n", count: 50_000).utf8),
          ], ending: "vcf")
        #expect(contract.violations() == [])
      }

      @Test func `a rule that never comes true ends, and the event stays`() throws {
        let folder = try TemporaryFolder()
        try folder.write(
          "a.ics",
          "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:19000101T000000Z\n"
            + "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\nEND:VEVENT\nEND:VCALENDAR\n")
        let found = ForeignReading(
          try ForeignReading.source(folder, kind: "calendar", path: "a.ics"), "title", "next")
        #expect(found.told.isEmpty && found.records == [[["x"], []]])
      }
    #endif

    @Test func `an entity of a document that names a file is not opened`() throws {
      let folder = try TemporaryFolder()
      let secret = try folder.write("secret", "the secret")
      let text =
        "<!DOCTYPE d [<!ENTITY s SYSTEM 'file://\(secret)'>]><w:d xmlns:w='w'><w:p><w:t>&s;open</w:t>"
        + "</w:p></w:d>"
      try folder.write("a.docx", bytes: zipped([("word/document.xml", text)]))
      let found = ForeignReading(
        try ForeignReading.source(folder, kind: "documents", path: "a.docx"), "body")
      #expect(!"\(found.records)".contains("secret"))
    }
  }
#endif
