import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// What `Library.add` does to files, and which names and faults of data it bears.
@Suite struct AdditionTests {
  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    return folder
  }

  private static let plants = "id,name\n1,Lesser Celandine\n2,Ramsons\n"

  // MARK: Copies

  @Test func `what stands in the write-ahead log of a database is copied with it`() throws {
    let folder = try workspace()
    let path = folder.path("shop.db")
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
      CREATE TABLE thing(nr INTEGER PRIMARY KEY, label TEXT);
      INSERT INTO thing VALUES(1, 'Claw Hammer'), (2, 'Hand Saw'), (3, 'Rake');
      """)
    let library = try Library(workspace: folder.path)
    try library.add(try library.propose(for: path))
    #expect(try folder.names("domains/data") == ["shop.db"])
    #expect(try library.sync().rows.map(\.items) == [3])

    // With an old log beside it, the new one would be read as something that it never was.
    try folder.write("domains/data/shop.db-wal", "old")
    try connection.execute("INSERT INTO thing VALUES(4, 'Watering Can')")
    try library.add(try library.propose(for: path, replacing: true))
    #expect(try folder.names("domains/data") == ["shop.db"])
    #expect(try library.sync().rows.map(\.items) == [4])
  }

  @Test
  func `a database that a declaration brings is copied whole, and its log is no file of its own`()
    throws
  {
    let folder = try workspace()
    let away = try TemporaryFolder()
    let connection = try Connection(path: away.path("shop.db"), mode: .create)
    try connection.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
      CREATE TABLE thing(nr INTEGER PRIMARY KEY, label TEXT); INSERT INTO thing VALUES(1, 'Rake');
      """)
    let path = try away.write(
      "shop.yaml",
      """
      domain: shop
      version: 1
      source: { kind: sqlite, path: shop.db, table: thing, key: nr }
      item: { id: "{nr}", title: "{label}" }

      """)
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.data.map(\.destination) == ["shop.db"])
    try library.add(proposal)
    #expect(try library.sync().rows.map(\.items) == [1])
  }

  @Test(arguments: ["plants.csv", "plants.db"])
  func `nobody may read a copy who may not read the file`(name: String) throws {
    let folder = try workspace()
    let path = folder.path(name)
    _ = try FileOperations.system.create(path, permissions: 0o600)
    if name.hasSuffix("db") {
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute("CREATE TABLE t(a TEXT PRIMARY KEY); INSERT INTO t VALUES('Rake')")
    } else {
      // Opened and emptied, it keeps its permissions.
      try folder.write(name, Self.plants)
    }
    let library = try Library(workspace: folder.path)
    try library.add(try library.propose(for: path))
    let copy = try FileStatus.of(folder.path("domains/data/\(name)"))
    #expect(copy?.permissions == 0o600)
  }

  @Test func `after a copy that was refused half-way the next call goes on`() throws {
    let folder = try workspace()
    for letter in ["a", "b", "c"] {
      try folder.write("notes/\(letter).md", "---\ntitle: Note \(letter)\n---\n\ntext\n")
    }
    let full = FileOperations { (step) throws(Failure) in
      guard case .rename(_, let other) = step, other.hasSuffix("c.md") else { return }
      throw Failure(.fileFailed, "refused")
    }
    var system = SystemServices.system
    system.files = full
    let broken = try Library(workspace: folder.path, system: system)
    #expect(throws: Failure.self) {
      try broken.add(try broken.propose(for: folder.path("notes")))
    }
    #expect(try folder.names("domains/data/notes") == ["a.md", "b.md"])
    let library = try Library(workspace: folder.path)
    try library.add(try library.propose(for: folder.path("notes")))
    #expect(try library.sync().rows.map(\.items) == [3])
  }

  // MARK: Names

  @Test(arguments: [
    "br[a].csv", "what?.csv", "all*.csv", "back\\slash.csv", "line\nfeed.csv", "bell\u{7}.csv",
    "esc\u{1B}[31m.csv", "separ\u{2028}ator.csv", "sp ace %41:b.csv", "q'uo\"te.csv", "#hash.csv",
    "{brace}.csv", "- dash.csv", "no\u{FFFF}char.csv",
  ])
  func `data of any name is added, also where it lies in the workspace`(name: String) throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path)
    try library.add(try library.propose(for: try folder.write(name, Self.plants), name: "outside"))
    try folder.write("domains/data/bra.csv", "id,name\n")
    let inside = try folder.write("domains/inside/\(name)", Self.plants)
    try library.add(try library.propose(for: inside, name: "inside"))
    #expect(try library.sync().rows.map(\.items) == [2, 2])
  }

  @Test func `links within a folder are followed, and those in circles are not`() throws {
    let folder = try workspace()
    try folder.write("notes/a.md", "---\ntitle: Note a\n---\n\ntext\n")
    #expect(unsafe symlink("a.md", folder.path("notes/b.md")) == 0)
    #expect(unsafe symlink("circle.md", folder.path("notes/circle.md")) == 0)
    #expect(unsafe symlink(".", folder.path("notes/loop")) == 0)
    let library = try Library(workspace: folder.path)
    try library.add(try library.propose(for: folder.path("notes")))
    #expect(try library.sync().rows.map(\.items) == [2])
    #expect(
      try FileStatus.of(folder.path("domains/data/notes/b.md"), followingLinks: false)?.kind
        == .file)
  }

  // MARK: Shapes

  @Test func `columns of one name are numbered, and those that cannot be written as well`()
    throws
  {
    let folder = try workspace()
    let path = try folder.write(
      "odd.csv",
      "id,name,note,note,,be\u{7}ll,price\u{A0}each\n1,Rake,old,blunt,x,y,3\n2,Hoe,new,sharp,z,w,4\n"
    )
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.doubts.contains("some columns had the same name; they were numbered"))
    try library.add(proposal)
    #expect(try library.sync().rows.map(\.items) == [2])
    #expect(try library.ids("rake") == ["1"])
  }

  @Test func `quotes that close no cell are taken for text, and that is said`() throws {
    let folder = try workspace()
    let path = try folder.write("inch.csv", "id,name,size\n1,Rake,\"5\" wide\n2,Hoe,4\n3,Saw,7\n")
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.doubts.contains { $0.contains("quotes") })
    try library.add(proposal)
    #expect(try library.sync().rows.map(\.items) == [3])
  }

  @Test func `sentences with commas are no rows`() throws {
    let folder = try workspace()
    let path = try folder.write(
      "letter.txt", "Hello, this is a letter.\nIt has lines, as letters do.\n")
    let library = try Library(workspace: folder.path)
    #expect(try library.propose(for: path).declaration.contains("kind: text"))
  }

  @Test func `the title of a file wins over its name when every file has one`() throws {
    let folder = try workspace()
    let path = try folder.write("notes/a.md", "---\ntitle: Hi\n---\n\ntext\n")
    let library = try Library(workspace: folder.path)
    #expect(try library.propose(for: path).samples.map(\.title) == ["Hi"])
    #expect(try library.propose(for: folder.path("notes")).samples.map(\.title) == ["Hi"])
    try folder.write("notes/b.md", "text without a title\n")
    #expect(
      try library.propose(for: folder.path("notes")).samples.map(\.title).sorted() == ["a", "b"])
  }

  @Test func `columns of pictures are left out of what is read of a database`() throws {
    let folder = try workspace()
    let path = folder.path("people.db")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute(
        """
        CREATE TABLE people(nr INTEGER PRIMARY KEY, name TEXT, picture BLOB);
        INSERT INTO people VALUES(1, 'Ann', x'FFD8FF'), (2, 'Bo', x'FFD8FE'), (3, 'Cy', NULL);
        """)
    }
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.doubts.contains("`picture` held no text and was left out"))
    try library.add(proposal)
    #expect(try library.sync().rows.map(\.items) == [3])
  }

  // MARK: Bad records

  @Test func `as many bad records are endured as a whole look has met`() throws {
    let folder = try workspace()
    let path = try folder.write(
      "half.jsonl",
      """
      {"id": 1, "name": "Claw Hammer"}
      {"id": 2, "name":
      {"id": 3, "name": "Rake"}
      {"id": 4, "name": "Hand Saw"}

      """)
    let library = try Library(workspace: folder.path)
    let proposal = try library.propose(for: path)
    #expect(proposal.declaration.contains("\n  tolerate: 1 "))
    #expect(proposal.doubts.contains("1 of 4 records cannot be read"))
    try library.add(proposal)
    #expect(try library.sync().rows.map(\.items) == [3])
  }

  @Test func `where most records cannot be read nothing is proposed`() throws {
    let folder = try workspace()
    let path = try folder.write("bad.jsonl", "{\"id\": 1, \"name\": \"a\"}\n{\"id\":\n{\"id\":\n")
    let library = try Library(workspace: folder.path)
    do throws(Failure) {
      _ = try library.propose(for: path)
      Issue.record("proposed")
    } catch {
      #expect(error.diagnostics.count == 2)
      #expect(error.diagnostics.allSatisfy { $0.location?.line != nil && $0.code.exitCode == 2 })
    }
  }

  @Test func `a line that is longer than the look is still a line`() throws {
    let folder = try workspace()
    let long = String(repeating: "word ", count: 60_000)
    let path = try folder.write(
      "long.jsonl",
      "{\"id\": 1, \"name\": \"Rake\", \"parts\": [{\"text\": \"\(long)\"}]}\n"
        + "{\"id\": 2, \"name\": \"Hand Saw\", \"parts\": []}\n")
    let library = try Library(workspace: folder.path)
    try library.add(try library.propose(for: path))
    #expect(try library.sync().rows.map(\.items) == [2])
  }
}
