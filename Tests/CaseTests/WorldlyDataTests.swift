import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Data as people have it, added as it is: each file stands for a kind that other programs write.
@Suite struct WorldlyDataTests {
  /// A workspace with a domain made of data.
  private struct Added: ~Copyable {
    let folder: TemporaryFolder
    let library: Library
    let proposal: DomainProposal
    let items: Int

    /// The ids that a search finds, best first.
    func find(_ query: String) throws -> [String] {
      try library.search(query).hits.map(\.id)
    }

    /// The titles that a search finds, best first.
    func titles(_ query: String) throws -> [String] {
      try library.search(query).hits.map(\.title)
    }
  }

  private func add(_ name: String, _ bytes: [UInt8]) throws -> Added {
    try add { folder in
      try folder.write("in/\(name)", bytes: bytes)
      return folder.path("in/\(name)")
    }
  }

  private func add(_ name: String, _ text: String) throws -> Added {
    try add(name, Array(text.utf8))
  }

  private func add(_ make: (borrowing TemporaryFolder) throws -> String) throws -> Added {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    try FileOperations.system.createFolder(folder.path("in"))
    let library = try Library(
      workspace: folder.path, system: BuiltPrograms.system(home: folder.path("home")))
    let proposal = try library.propose(for: try make(folder))
    try library.add(proposal)
    let row = try #require(try library.sync().rows.first)
    #expect(row.badRecords == 0)
    return Added(folder: folder, library: library, proposal: proposal, items: row.items)
  }

  // MARK: Rows

  @Test func `entities in cells are the characters that they stand for`() throws {
    let added = try add(
      "members.csv", "id,name,city\n1,O&#039;Hara,Cork\n2,D&#039;Arcy,Galway\n3,M&#233;lanie,Lyon\n"
    )
    #expect(added.proposal.declaration.contains("\"{name | plain}\""))
    #expect(try added.find("o'hara") == ["1"])
    #expect(try added.titles("mélanie") == ["Mélanie"])
  }

  @Test(arguments: [true, false])
  func `UTF-16 is read, by its mark or as it is proposed`(hasMark: Bool) throws {
    let text = "Id;Navn;Gruppe\r\n1;Småbjørn;Pattedyr\r\n2;Ærfugl;Fugler\r\n"
    let bytes = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let added = try add("species.csv", (hasMark ? [0xFF, 0xFE] : []) + bytes)
    #expect(added.proposal.declaration.contains("encoding: utf-16") == !hasMark)
    #expect(try added.find("småbjørn") == ["1"] && added.find("ærfugl") == ["2"])
  }

  @Test func `old encodings are recognised, named and read`() throws {
    let western = Array("code,name\nST,S".utf8) + [0xE3] + Array("o Tom".utf8) + [0xE9]
    let one = try add("countries.csv", western + Array("\nCI,Niger\n".utf8))
    #expect(one.proposal.declaration.contains("encoding: windows-1252"))
    #expect(one.proposal.doubts.contains { $0.contains("line 2 is no UTF-8") })
    #expect(try one.titles("são tomé") == ["São Tomé"])
    // 番号,県 / 1,北海道 in Shift_JIS.
    let japanese: [UInt8] =
      [0x94, 0xD4, 0x8D, 0x86, 0x2C, 0x8C, 0xA7, 0x0A, 0x31, 0x2C]
      + [0x96, 0x6B, 0x8A, 0x43, 0x93, 0xB9, 0x0A]
    let other = try add("prefectures.csv", japanese)
    #expect(other.proposal.declaration.contains("encoding: shift_jis"))
    #expect(try other.titles("北海道") == ["北海道"])
  }

  @Test func `nameless and repeated columns have names, and no filled one is left out in silence`()
    throws
  {
    let bank = try add(
      "bank.csv",
      """
      "","Payee","Amount","",""
      "1","Gas works","12.50","x","monthly"
      "2","Bakery","3.20","y","weekly"
      "3","Bakery","4.10","z","weekly"

      """)
    #expect(try bank.find("monthly") == ["1"])
    for name in ["column 1", "Payee", "Amount", "column 4", "column 5"] {
      #expect(bank.proposal.declaration.contains("{\(name)}"), "\(name)")
    }
    let twice = try add("twice.csv", "id,name,name,note\n1,Ann,Lee,first\n2,Bo,Kim,second\n")
    #expect(try twice.find("lee") == ["1"] && twice.find("second") == ["2"])
  }

  @Test func `rows may end early or with a delimiter`() throws {
    let short = try add("short.csv", "key,name\n1,Ann\n2\n3,Cy\n")
    #expect(short.items == 3)
    #expect(try short.find("cy") == ["3"])
    let mixed = try add(
      "mixed.csv",
      "Kind,Date,Payee,Amount\nDEBIT,2021-10-08,Gas works,-63.33,\nDEBIT,2021-10-09,Baker,-3.10,\n")
    #expect(mixed.items == 2)
    #expect(try mixed.titles("baker") == ["Baker"])
  }

  @Test func `numbers are what all values of a column say`() throws {
    let german = try add(
      "prices.csv",
      "Artikel;Preis;Gewicht\nAmboss;1.234,56;75,5\nHammer;19,90;1,25\nZange;7,00;0,4\n")
    #expect(try german.titles("preis<20 preis>10") == ["Hammer"])
    #expect(try german.titles("preis>1000") == ["Amboss"])
    let american = try add(
      "us.csv", "item,price,share\nAnvil,\"$1,234.56\",12%\nHammer,$19.90,3.5%\nTongs,$7.00,0.4%\n")
    #expect(try american.titles("price>1000") == ["Anvil"])
    let totals = try add(
      "totals.csv",
      "State,Total\nAlabama,\"6,718\"\nAlaska,776\nTexas,\"26,822\"\nIowa,\"1,001\"\n")
    #expect(try totals.titles("total>20000") == ["Texas"])
    let open = try add("open.csv", "item,size\nBolt,\"1,250\"\nNut,\"2,500\"\n")
    #expect(open.proposal.doubts.contains { $0.contains("commas of `size`") })
  }

  @Test func `carriage returns alone end lines, and backslashes before quotes are read`() throws {
    let mac = try add("mac.csv", "id,name,town\r1,Ann,Ulm\r2,Bo,Linz\r3,Cy,Graz\r")
    #expect(mac.items == 3)
    #expect(try mac.find("linz") == ["2"])
    let quoted = try add("quoted.csv", "a,b,c\r1,2,3\r4,\"x\",6\r")
    #expect(quoted.items == 2)
    let escaped = try add("b.csv", "id,title\n1,\"The \\\"Big\\\", Show\"\n2,Plain\n")
    #expect(try escaped.find("the big show") == ["1"])
  }

  @Test func `a header is found below titles, and notes and comments are no rows`() throws {
    let report = try add(
      "report.csv",
      """
      Report of plants,,
      made on Monday,,

      id,name,family
      1,Ramsons,Amaryllis
      2,Celandine,Buttercup
      Source: a friend

      """)
    #expect(report.proposal.declaration.contains("header: 4"))
    #expect(try report.find("celandine") == ["2"])
    #expect(report.proposal.doubts.contains { $0.contains("below the table") })
    let commented = try add(
      "commented.csv", "# made by a tool\nid,name\n# spring\n1,Ramsons\n2,Celandine\n")
    #expect(commented.proposal.declaration.contains("comment: \"#\""))
    #expect(commented.items == 2)
    let two = try add(
      "two.csv",
      "Town,Population,,Area\n,before,after,\nUlm,100,120,10\nLinz,90,95,12\nGraz,80,85,9\n")
    #expect(two.proposal.declaration.contains("\"Population before\", \"Population after\""))
    #expect(two.items == 3)
  }

  @Test func `codes that tell records apart are found`() throws {
    let rows = (0..<20).map {
      "Site \($0),Town \($0 % 9),\($0 % 10 == 0 ? "117-13\($0 + 10)-01" : "")"
    }
    let added = try add("sites.csv", "name,town,license\n" + rows.joined(separator: "\n") + "\n")
    #expect(try added.titles("117-1310-01").first == "Site 0")
  }

  // MARK: Lists, front matter, files

  @Test func `texts in lists of objects are found whatever their key is called`() throws {
    let senses = try add(
      "senses.json",
      #"[{"word": "dog", "senses": [{"gloss": "A domesticated mammal"}]},"#
        + #" {"word": "boat", "senses": [{"gloss": "A craft used on water"}]}]"#)
    #expect(try senses.find("domesticated") == ["dog"] && senses.find("craft") == ["boat"])
    let chapters = try add(
      "chapters.json",
      #"[{"title": "One", "chapters": [{"heading": "A small carnivorous animal", "pages": 9}]},"#
        + #" {"title": "Two", "chapters": [{"heading": "A stream of water", "pages": 8}]}]"#)
    #expect(try chapters.find("carnivorous") == ["One"])
    #expect(
      chapters.proposal.doubts.contains { $0.contains("`chapters[].pages` is filled in 2 of 2") })
  }

  @Test func `front matter is TOML and JSON, too, and an index is called by its folder`() throws {
    let added = try add { folder in
      try folder.write(
        "in/post.md",
        "+++\ntitle = \"Kiln building\"\ndate = 2024-03-01\ntags = [\"clay\"]\n[author]\n"
          + "name = \"Ira Fell\"\n+++\n\nAbout pots.\n")
      try folder.write(
        "in/a.md", "{\n \"title\": \"Json front\",\n \"tags\": [\"x\"]\n}\n\nBody.\n")
      return folder.path("in")
    }
    #expect(try added.titles("kiln") == ["Kiln building"])
    #expect(try added.titles("ira fell") == ["Kiln building"])
    #expect(try added.titles("json front") == ["Json front"])
    let site = try add { folder in
      for name in ["kilns", "glazes"] {
        try FileOperations.system.createFolder(folder.path("in/\(name)"))
        try folder.write("in/\(name)/_index.md", "About \(name) and more.\n")
      }
      return folder.path("in")
    }
    #expect(try site.titles("kilns").first == "kilns")
  }

  @Test func `records of files tell where they are from, unless they say it themselves`() throws {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    try FileOperations.system.createFolder(folder.path("domains/data"))
    try folder.write("domains/data/a.jsonl", "{\"id\": 1, \"title\": \"One\"}\n")
    try folder.write("domains/data/b.jsonl", "{\"id\": 2, \"title\": \"Two\", \"name\": \"own\"}\n")
    try folder.write(
      "domains/d.yaml",
      """
      domain: d
      version: 1
      source: { kind: jsonl, path: "data/*.jsonl" }
      item: { id: "{id}", title: "{title}", description: "{folder} {name}" }

      """)
    let library = try Library(workspace: folder.path)
    _ = try library.sync()
    #expect(try library.item("d:1")?.item.description == "data a")
    #expect(try library.item("d:2")?.item.description == "data own")
  }

  // MARK: Databases

  @Test func `the table with texts is taken, its keys are the id, and the others are named`() throws
  {
    let added = try add { folder in
      let connection = try Connection(path: folder.path("in/shop.sqlite"), mode: .create)
      try connection.execute(
        """
        CREATE TABLE link(a INTEGER, b INTEGER);
        CREATE TABLE page(book INTEGER, nr INTEGER, title TEXT, body TEXT, PRIMARY KEY(book, nr));
        INSERT INTO page VALUES(1, 1, 'Kilns', 'How to build a kiln of bricks'),
          (1, 2, 'Glazes', 'What glazes are made of, and how'), (2, 1, 'Clay', 'Where clay is dug');
        CREATE VIRTUAL TABLE seek USING fts5(title, body, content='page');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
          INSERT INTO link SELECT i, i + 1 FROM n;
        """)
      return folder.path("in/shop.sqlite")
    }
    #expect(added.proposal.declaration.contains("table: page"))
    #expect(added.proposal.doubts.contains { $0.contains("`link` (400)") })
    #expect(try added.find("bricks") == ["1 1"])
  }

  @Test func `a database that a program holds for itself is read from a copy`() throws {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    let holder = try Connection(path: folder.path("domains/places.sqlite"), mode: .create)
    try holder.execute(
      """
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;
      CREATE TABLE place(id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO place VALUES(1, 'Kilns and pots'), (2, 'Glazes');
      """)
    try folder.write(
      "domains/places.yaml",
      """
      domain: places
      version: 1
      source: { kind: sqlite, path: places.sqlite, table: place, key: id }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try Library(workspace: folder.path)
    #expect(try library.sync().rows.map(\.items) == [2])
    #expect(try library.search("glazes").hits.map(\.id) == ["2"])
    try holder.execute("INSERT INTO place VALUES(3, 'Clay')")
  }

  // MARK: Mail

  #if Complete
    @Test func `blocks of mails in HTML part words`() throws {
      let added = try add(
        "offer.eml",
        "From: a@x.example\nMessage-ID: <1@x>\nSubject: offer\n"
          + "Content-Type: text/html; charset=utf-8\n\n<h3>Summer</h3>sale<blockquote>quoted"
          + "</blockquote>reply<table><tr><th>Price</th><th>Size</th></tr></table>end\n")
      for word in ["summer", "sale", "quoted", "reply", "price", "size", "end"] {
        #expect(try added.titles(word) == ["offer"], "\(word)")
      }
    }

    @Test func `a line From in a mail is text, and line ends are as good as others`() throws {
      let text =
        "From a@x Mon Jan  2 10:00:00 2023\nFrom: a@x\nSubject: one\nMessage-ID: <1@x>\n\n"
        + "Dear all\nFrom here on we walk\n\nFrom now it rains\n\n"
        + "From b@x Mon Jan  2 11:00:00 2023\nFrom: b@x\nSubject: two\nMessage-ID: <2@x>\n\nBye\n"
      for ends in ["\n", "\r\n"] {
        let added = try add(
          "box.mbox",
          text.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: ends))
        #expect(added.items == 2)
        #expect(try added.titles("rains") == ["one"] && added.titles("bye") == ["two"])
      }
    }

    @Test func `folders of Maildirs hold all mails once, and say which folder`() throws {
      let added = try add { folder in
        for (place, subject) in [
          ("cur", "top"), (".Sent/cur", "sent"), ("Work/new", "work"), ("Archive.2023/cur", "old"),
        ] {
          let parent = "in/" + place
          var made = ""
          for part in parent.split(separator: "/") {
            made += (made.isEmpty ? "" : "/") + part
            try FileOperations.system.createFolder(folder.path(made))
          }
          try folder.write(
            "\(parent)/1.host:2,S",
            "From: a@x\nSubject: \(subject)\nMessage-ID: <\(subject)@x>\nDate: Mon, 2 Jan 2023 10:00:00 +0000\n\nHi\n"
          )
        }
        return folder.path("in")
      }
      #expect(added.items == 4)
      #expect(try added.titles("folder:Sent") == ["sent"])
    }
  #endif
}
