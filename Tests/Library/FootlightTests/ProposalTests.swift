import FileHandles
import Footlight
import FootlightPlatform
import SourceKinds
import TestSupport
import Testing

/// What `Library.propose` and `Library.add` promise beside the shapes of `Tests/Additions`.
@Suite struct ProposalTests {
  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    return folder
  }

  private func failure(_ body: () throws -> Void) -> Failure? {
    do {
      try body()
      return nil
    } catch {
      return error as? Failure
    }
  }

  private static let plants =
    "id,name,latin\n1,Lesser Celandine,Ficaria verna\n2,Ramsons,Allium ursinum\n"

  @Test(arguments: [
    "name|a|b|c\nkiln|||1\nash||2|\n", "word\nstd::vector\nstd::map\nstd::set\n",
    "Ann: come here\n\nBob: no\n\nAnn: why?\n", "a;b;c;d\n1;;;2\n3;;4;\n",
  ])
  func `empty cells, names and talk are no oddities`(text: String) throws {
    let folder = try workspace()
    let path = try folder.write("a.txt", text)
    let library = try Library(workspace: folder.path)
    let failure = failure { _ = try library.propose(for: path) }
    #expect(failure == nil, "\(String(describing: failure))")
  }

  @Test func `headings are no comments`() throws {
    let folder = try workspace()
    let path = try folder.write("a.txt", "Intro\n\n# Heading\n\nwords\nand words\n")
    let proposal = try Library(workspace: folder.path).propose(for: path)
    #expect(!proposal.declaration.contains("comment:"))
  }

  @Test func `bytes in base64 are left out of items, and told`() throws {
    let folder = try workspace()
    var random = SeededRandom(seed: 7)
    func encoded() -> String {
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
      return String((0..<400).map { _ in letters[random.below(64)] })
    }
    let lines = ["kiln", "glaze", "clay"].map {
      #"{"name": "\#($0)", "thumb": "\#(encoded())", "icon": "data:image/png;base64,AA==", "sum": "\#(String(repeating: "ab12", count: 16))"}"#
    }
    let path = try folder.write("things.jsonl", lines.joined(separator: "\n"))
    let proposal = try Library(workspace: folder.path).propose(for: path)
    #expect(!proposal.declaration.contains("{thumb") && !proposal.declaration.contains("{icon"))
    for name in ["thumb", "icon"] {
      #expect(proposal.doubts.contains { $0.hasPrefix("`\(name)`") && $0.contains("base64") })
    }
    #expect(!proposal.doubts.contains { $0.contains("`sum`") && $0.contains("base64") })
  }

  // MARK: Data that a program reads

  @Test func `a template that takes every value of a list uses its first one`() {
    #expect(FieldAccount.uses("{titleInfo[].title | first}", "titleInfo.title"))
    #expect(FieldAccount.uses("by {name}", "name") && FieldAccount.uses("{tags[]}", "tags"))
    #expect(!FieldAccount.uses("{name}", "names") && !FieldAccount.uses("{names}", "name"))
    #expect(!FieldAccount.uses("{tags}", "tags[]") && !FieldAccount.uses("{a.b}", "a[].b"))
  }

  @Test func `a program reads data only when somebody agreed to it`() throws {
    let folder = try workspace()
    let mark = folder.path("mark")
    let program = try folder.write(
      "bin/bib2xml",
      """
      #!/bin/sh
      echo run >> '\(mark)'
      echo '<modsCollection><mods ID="a"><titleInfo><title>Slipware</title></titleInfo></mods>'
      echo '<mods ID="b"><titleInfo><title>Delftware</title></titleInfo></mods></modsCollection>'

      """)
    let changed = unsafe chmod(program, 0o755)
    try #require(changed == 0)
    let list = try folder.write("works.bib", "@book{a, title={Slipware}}\n")
    var system = SystemServices.system
    let path = folder.path("bin") + ":/usr/bin:/bin"
    system.environment = { $0 == "PATH" ? path : nil }
    let library = try Library(workspace: folder.path, system: system)

    for mayRun in [nil, false] as [Bool?] {
      let failure = failure {
        _ =
          if let mayRun { try library.propose(for: list) { _ in mayRun } } else {
            try library.propose(for: list)
          }
      }
      #expect(failure?.diagnostics.map(\.code) == [.addProgram])
      #expect(try !FileOperations.system.exists(mark))
    }
    let proposal = try library.propose(for: list) { $0 == "bib2xml" }
    #expect(try FileOperations.system.exists(mark))
    #expect(proposal.samples.map(\.title) == ["Slipware", "Delftware"])
    #expect(proposal.permission == "run bib2xml")
  }

  // MARK: Lists of one length

  @Test(arguments: [
    (#"{"tags": ["a", "b", "c"], "authors": ["Ann", "Bob", "Cy"]}"#, false),
    (#"{"title": "Kilns", "tags": ["a", "b", "c"], "authors": ["Ann", "Bob", "Cy"]}"#, false),
    (#"{"data": {"tags": ["a", "b", "c"], "authors": ["Ann", "Bob", "Cy"]}}"#, false),
    (#"{"name": ["Ann", "Bob", "Cy"], "age": [41, 52, 63]}"#, true),
  ])
  func `lists of a few words in one record are not taken for columns`(
    text: String, areColumns: Bool
  ) throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    let path = try folder.write("things.json", text)
    do throws(Failure) {
      let proposal = try library.propose(for: path)
      #expect(proposal.records == (areColumns ? 3 : 1))
      #expect(proposal.declaration.contains("layout: columns") == areColumns)
      #expect(proposal.doubts.contains { $0.contains("columns") } == areColumns)
    } catch {
      #expect(!areColumns && error.diagnostics.map(\.code) == [.dataFormat])
    }
  }

  @Test func `a column called key leaves the keys of rows as ids`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    let path = try folder.write(
      "things.json", #"{"key": {"0": "C", "1": "C"}, "name": {"0": "Ann Lind", "1": "Bo Berg"}}"#)
    let proposal = try library.propose(for: path)
    #expect(proposal.declaration.contains(#"id: "{_key}""#))
    #expect(proposal.samples.map(\.id) == ["0", "1"])
  }

  // MARK: What is refused

  static let refused: [(name: String, bytes: [UInt8], says: String)] = [
    ("a.csv", [], "empty"),
    ("a.csv", Array(" \n\n".utf8), "empty"),
    ("a.gz", [0x1F, 0x8B, 8, 0], "gzip"),
    ("a.zst", [0x28, 0xB5, 0x2F, 0xFD], "zstd"),
    ("a.bin", Array("%PDF-1.7".utf8), "PDF"),
    ("a.csv", Array("id,name\n1,".utf8) + [0, 0x0A], "zero bytes"),
    ("a.json", Array("window.data = [1]".utf8), "`window.data =`"),
    ("a.json", Array("// made today\n[1]".utf8), "comment"),
    ("a.json", Array(#"{"items": []}"#.utf8), "`items` is empty"),
    ("a.csv", Array("a,b,c\n1\n2,3\n4,5,6,7,8\n9,1\n1,2,3,4\n".utf8), "line 2 has 1"),
    ("a.json", Array("[1, 2, 3]".utf8), "no objects"),
    ("a.json", Array(#"{"a": {"b": 1}, "c": [1]}"#.utf8), "'"),
    ("a.json", Array("[".utf8), "nothing in the file"),
    ("a.json", Array(String(repeating: "[", count: 5_000).utf8), "nothing in the file"),
    ("a.bin", Array("just one line of prose and nothing else".utf8), "nothing in the file"),
    (
      "packages.txt",
      Array(
        "Package: kiln\nSection: admin\nDescription: fires, slowly\n on\n\nPackage: glaze\nSection: admin\n"
          .utf8),
      "begins with `Package`"
    ),
    (
      "registry",
      Array(
        "% of a registry\nFile-Date: 2026\n%%\nType: a\nTag: b\n%%\nType: c\nTag: d\n  e\n%%\nType: a\nTag: f\n"
          .utf8
      ),
      "begins with `Type`"
    ),
    (
      "films.dat",
      Array(
        "1::Toy Story (1995)::Comedy|Drama\n2::Jumanji, (1995)::Drama\n3::Heat: 10::Action\n".utf8),
      "`::`"
    ),
    ("a.txt", Array("1||kiln||clay\n2||||ash\n3||glaze||clay\n".utf8), "`||`"),
    ("a.sqlite", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 90), ""),
  ]

  @Test(arguments: refused.indices)
  func `what holds no records is refused with a way out`(index: Int) throws {
    let (name, bytes, says) = Self.refused[index]
    let folder = try workspace()
    let path = try folder.write(name, bytes: bytes)
    let library = try Library(workspace: folder.path)
    let failure = failure { _ = try library.propose(for: path) }
    if says == "'" {
      // One object alone is one record.
      #expect(failure == nil)
    } else {
      let diagnostic = try #require(failure?.diagnostics.first)
      #expect(diagnostic.message.contains(says), "\(diagnostic)")
      #expect(diagnostic.remedy != nil && diagnostic.code.exitCode == 2)
    }
    #expect(try folder.names("domains").isEmpty)
  }

  @Test func `a file that is not there is named`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    let failure = failure { _ = try library.propose(for: folder.path("none.csv")) }
    #expect(failure?.diagnostics.first?.code == .fileMissing)
    let empty = self.failure { _ = try library.propose(for: folder.path("domains")) }
    #expect(empty?.diagnostics.first?.code == .dataFormat)
  }

  // MARK: Names and places

  @Test func `a domain that is there is replaced only when told, with a version above its own`()
    throws
  {
    let folder = try workspace()
    let path = try folder.write("plants.csv", Self.plants)
    let library = try Library(workspace: folder.path)
    try library.add(try library.propose(for: path))
    try folder.write(
      "domains/plants.yaml",
      try folder.text("domains/plants.yaml").split(
        separator: "\n", omittingEmptySubsequences: false
      )
      .map { $0.hasPrefix("version:") ? "version: 7" : $0 }.joined(separator: "\n"))
    try library.sync()

    let refused = try #require(failure { _ = try library.propose(for: path) })
    #expect(refused.diagnostics.first?.code == .addExists)
    #expect(refused.diagnostics.first?.remedy?.contains("--name") == true)

    try folder.write("plants.csv", Self.plants + "3,Bugle,Ajuga reptans\n")
    let proposal = try library.propose(for: path, replacing: true)
    #expect(proposal.replaces && proposal.declaration.contains("\nversion: 8 "))
    try library.add(proposal)
    #expect(try library.sync().rows.map(\.items) == [3])
    #expect(try library.ids("bugle") == ["3"])

    try folder.write("plants.csv", Self.plants + "4,Yarrow,Achillea millefolium\n")
    let other = try library.propose(for: path, name: "garden.plants")
    #expect(other.file == folder.path("domains/garden.plants.yaml"))
    // Its data would lie where that of the other domain does.
    #expect(failure { try library.add(other) }?.diagnostics.first?.code == .addExists)
  }

  @Test(arguments: [
    ("Größe & Maß.csv", "gr-e-ma"), ("my.great.data.csv", "my-great-data"), ("UPPER.csv", "upper"),
    ("file.csv", nil), ("鳥.csv", nil),
  ])
  func `a name is made of the name of the file, or asked for`(file: String, name: String?) throws {
    let folder = try workspace()
    let path = try folder.write(file, Self.plants)
    let library = try Library(workspace: folder.path)
    if let name {
      #expect(try library.propose(for: path).domain == name)
    } else {
      let failure = try #require(failure { _ = try library.propose(for: path) })
      #expect(failure.diagnostics.first?.code == .addName)
      #expect(try library.propose(for: path, name: "mine").domain == "mine")
    }
    #expect(failure { _ = try library.propose(for: path, name: "No Name") } != nil)
  }

  @Test func `data that lies in the workspace stays where it is`() throws {
    let folder = try workspace()
    let path = try folder.write("domains/data/deep/plants.csv", Self.plants)
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.data.isEmpty && proposal.declaration.contains("path: data/deep/plants.csv"))
    try library.add(proposal)
    #expect(try library.sync().rows.map(\.items) == [2])
    #expect(try folder.names("domains") == ["data", "plants.yaml", "schema.json"])
  }

  @Test
  func `names of columns that mean something to YAML and templates are written so that they hold`()
    throws
  {
    let folder = try workspace()
    let path = try folder.write(
      "odd.csv",
      #"""
      "Name: {full}","a ""quoted"" id",#tags,it's | odd,"two
      lines"
      Ann,k1,x;y,one,a
      Bo,k2,y;z,two,b
      """# + "\n")
    let library = try Library(workspace: folder.path)
    try library.add(try library.propose(for: path))
    #expect(try library.sync().rows.map(\.items) == [2])
    let found = try library.search("bo").hits
    #expect(found.map(\.title) == ["Bo"] && found.map(\.id) == ["k2"])
  }

  // MARK: SQLite

  @Test func `the largest table of a database is taken, with its primary key`() throws {
    let folder = try workspace()
    let path = folder.path("shop.db")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute(
        """
        CREATE TABLE meta(k TEXT, v TEXT); INSERT INTO meta VALUES('made', 'today');
        CREATE TABLE thing(nr INTEGER PRIMARY KEY, label TEXT, kind TEXT, price REAL);
        INSERT INTO thing VALUES(1,'Claw Hammer','tool',12.5),(2,'Hand Saw','tool',17),
          (3,'Rake','garden',NULL),(4,'Watering Can','garden',8.75);
        """)
    }
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.declaration.contains("  table: thing\n  key: nr\n"))
    #expect(proposal.doubts.contains { $0.contains("beside it there are `meta` (1)") })
    try library.add(proposal)
    #expect(try library.sync().rows.map(\.items) == [4])
    #expect(try library.ids("hand saw") == ["2"])
  }

  @Test func `an empty database is refused`() throws {
    let folder = try workspace()
    let path = folder.path("empty.db")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("CREATE TABLE thing(nr INTEGER PRIMARY KEY)")
    }
    let library = try Library(workspace: folder.path)
    #expect(failure { _ = try library.propose(for: path) }?.diagnostics.first?.code == .dataFormat)
  }

  // MARK: Declarations

  @Test func `a declaration from elsewhere comes with its data`() throws {
    let folder = try workspace()
    let away = try TemporaryFolder()
    try away.write("records/plants.csv", Self.plants)
    let path = try away.write(
      "flora.yaml",
      """
      domain: nature.flora
      version: 3
      source: { kind: csv, path: "records/*.csv" }
      item: { id: "{id}", title: "{name}" }

      """)
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(!proposal.isInferred && proposal.domain == "nature.flora")
    #expect(proposal.data.map(\.destination) == ["records/plants.csv"])
    try library.add(proposal)
    #expect(try folder.text("domains/flora.yaml") == away.text("flora.yaml"))
    #expect(try library.sync().rows.map(\.items) == [2])
    #expect(failure { _ = try library.propose(for: path) }?.diagnostics.first?.code == .addExists)
  }

  @Test func `a foreign declaration is granted nothing`() throws {
    let folder = try workspace()
    let away = try TemporaryFolder()
    try away.write("secret.csv", Self.plants)
    let path = try away.write(
      "inner/outside.yaml",
      """
      domain: outside
      version: 1
      source: { kind: csv, path: ../secret.csv }
      item: { id: "{id}", title: "{name}" }

      """)
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.data.isEmpty && !proposal.doubts.isEmpty)
    try library.add(proposal)
    let failure = try #require(failure { try library.sync() })
    #expect(failure.diagnostics.contains { $0.remedy?.contains("footlight allow outside") == true })
  }

  @Test func `a broken declaration is refused with all its mistakes`() throws {
    let folder = try workspace()
    let away = try TemporaryFolder()
    let path = try away.write("bad.yaml", "domain: bad\nversion: soon\nsource: { kind: csvv }\n")
    let library = try Library(workspace: folder.path)
    let failure = try #require(failure { _ = try library.propose(for: path) })
    #expect(failure.diagnostics.count > 1)
    #expect(try folder.names("domains").isEmpty)
  }

  // MARK: Hostile data

  @Test func `damaged data gets a proposal that builds, or a reason`() throws {
    let seeds = [
      Self.plants, #"[{"id": 1, "name": "a b", "tags": ["x"]}, {"id": 2, "name": "c"}]"#,
      "- name: a\n  size: 1\n- name: b\n  size: 2\n", #"{"id":1,"name":"x"}"# + "\n" + #"{"id":2}"#,
      "a;b;c\n1;2;3\n4;5;6\n", "---\ntitle: x\n---\n\ntext\n",
    ]
    var random = SeededRandom.announced("damaged data")
    for round in 0..<150 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2:
          bytes.insert(
            Array("\",{}[]:;\n\t\\'#|".utf8).randomElement(using: &random) ?? 0, at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let folder = try workspace()
      let ending = ["csv", "json", "yaml", "jsonl", "txt", "md"][round % 6]
      let path = try folder.write("data.\(ending)", bytes: bytes)
      let library = try Library(workspace: folder.path)
      do throws(Failure) {
        let proposal = try library.propose(for: path)
        try library.add(proposal)
        try library.sync()
      } catch {
        #expect(!error.diagnostics.isEmpty, "seed \(random.seed), round \(round)")
        #expect(
          error.diagnostics.allSatisfy { $0.code.exitCode == 2 },
          "seed \(random.seed), round \(round): \(error)")
      }
    }
  }
}
