import FileHandles
import Footlight
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// What belongs to an index is judged by what is in it, never by its name.
@Suite struct OwnershipTests {
  private func database(_ path: String, application: Int = 0, table: String = "seg") throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      PRAGMA application_id = \(application);
      CREATE TABLE \(table)(id, info); INSERT INTO \(table) VALUES(1, 'x')
      """)
  }

  /// Puts something into the index that looks like what a version before the eleventh format built.
  private func earlierGeneration(
    _ name: String, of written: String, _ work: TestWorkspace
  ) throws {
    let path = work.folder.path(".footlight/\(name)")
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      PRAGMA application_id = 0x464F4F67;
      CREATE TABLE seg(id INTEGER PRIMARY KEY, info BLOB NOT NULL);
      INSERT INTO seg VALUES(1, CAST('\(written)' AS BLOB))
      """)
  }

  private func built() throws -> TestWorkspace {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    try work.library().sync()
    return work
  }

  @Test func `files of others in the folder of an index stay, whatever they are called`() throws {
    let work = try built()
    let names = [
      "shop.2024.sqlite", "names.5.sqlite", "names.900.sqlite", "notes.5.sqlite-wal",
      "archive.1.sqlite-journal", "names.1.sqlite-wal", "others.2.sqlite.damaged",
      "names.7.sqlite.damaged",
    ]
    for name in names {
      if name.hasSuffix(".sqlite") {
        // Most databases have no table that is called as one of ours.
        let table = name == "names.900.sqlite" ? "letter" : "seg"
        try database(work.folder.path(".footlight/\(name)"), table: table)
      } else {
        try work.folder.write(".footlight/\(name)", "precious")
      }
    }
    try work.folder.write(".footlight/names.9.sqlite.scratch/letter", "precious")
    // A copy of a generation under another name is whoever's who made it.
    let live = try #require(try work.generations("names").first { $0 == "names.1.sqlite" })
    let copy = work.folder.path(".footlight/backup.1.sqlite")
    try FileOperations.system.copy(work.folder.path(".footlight/\(live)"), to: copy)
    try earlierGeneration("names.8.sqlite", of: "names.6.sqlite", work)
    try earlierGeneration("names.10.sqlite", of: "names.10.sqlite", work)
    let before = try work.files()
    let library = try work.library()
    _ = try library.compact()
    for version in 2...3 {
      try work.declare("names", version: version)
      #expect(try library.sync().rows.map(\.decision) == [.rebuild])
      #expect(try library.ids("alpha") == ["1"])
    }
    _ = try library.rebuild(["names"])
    _ = try library.remove(["names"])
    let after = try work.files()
    // What earlier versions built were databases; those go as well, but for renamed copies.
    #expect(Set(before).subtracting(after) == [live, "names.10.sqlite"])
    #expect(try work.folder.text(".footlight/names.9.sqlite.scratch/letter") == "precious")
    #expect(try work.folder.text(".footlight/names.1.sqlite-wal") == "precious")
  }

  @Test func `the source of a domain is not deleted because the index is put beside it`() throws {
    let folder = try TemporaryFolder()
    try folder.write("domains/none", "")
    try database(folder.path("domains/shop.2024.sqlite"))
    try folder.write(
      "domains/shop.yaml",
      """
      domain: shop
      version: 1
      source: { kind: sqlite, path: shop.2024.sqlite, table: seg }
      item: { id: "{id}", title: "{info}" }

      """)
    let library = try Library(
      workspace: folder.path, index: folder.path("domains"), system: .isolated(in: folder.path))
    let before = try folder.names("domains")
    let refused = failure { _ = try library.sync() }
    #expect(refused?.diagnostics.first?.code == .indexForeign)
    #expect(refused?.exitCode == 2)
    #expect(try folder.names("domains") == before)
  }

  @Test func `a folder that is neither empty nor an index is refused, untouched`() throws {
    let work = try built()
    for holds in ["letter.txt", "catalog.sqlite", "user.sqlite", "a.1.sqlite"] {
      let folder = try TemporaryFolder()
      try FileOperations.system.createFolder(folder.path("index"))
      if holds == "letter.txt" {
        try folder.write("index/\(holds)", "precious")
      } else {
        try database(folder.path("index/\(holds)"), application: holds == "a.1.sqlite" ? 5 : 0)
      }
      if holds == "user.sqlite" { try folder.write("index/letter.txt", "precious") }
      let before = try folder.names("index")
      let library = try Library(
        workspace: work.folder.path, index: folder.path("index"),
        kinds: SourceKind.builtIn + [work.records.kind], system: work.system)
      #expect(failureCode { _ = try library.sync() } == .indexForeign, "\(holds)")
      #expect(try folder.names("index") == before)
    }
  }

  @Test func `no folder is made above that of an index`() throws {
    let work = try built()
    let library = try Library(
      workspace: work.folder.path, index: work.folder.path("missing/a/b"),
      kinds: SourceKind.builtIn + [work.records.kind], system: work.system)
    let refused = failure { _ = try library.sync() }?.diagnostics.first
    #expect(refused?.code == .fileMissing && refused?.remedy != nil)
    // What is missing is the folder above it.
    #expect(refused?.location?.file == work.folder.path("missing/a"))
    #expect(try !work.folder.names().contains("missing"))
  }

  @Test func `what a killed build has left goes, whole or not`() throws {
    let work = try built()
    let live = work.folder.path(".footlight/names.1.sqlite")
    // Cut off, as by a kill, and under the name that its mark tells.
    try work.declare("names", version: 2)
    try work.library().sync()
    let whole = try File.readWhole(work.folder.path(".footlight/names.2.sqlite"))
    try FileOperations.system.remove(live)
    let half = try FileOperations.system.create(live)
    var bytes = SegmentMark.bytes(of: "names.1.sqlite")
    bytes.append(whole, ByteRange(start: bytes.count, count: whole.count / 2))
    try half.write(bytes, bytes.all)
    #expect(try work.files().contains("names.1.sqlite"))
    try work.library().sync()
    #expect(try !work.files().contains("names.1.sqlite"))
    #expect(try work.library().ids("alpha") == ["1"])
  }

  @Test func `an index is for its owner alone`() throws {
    let work = try built()
    #expect(try FileStatus.of(work.folder.path(".footlight"))?.permissions == 0o700)
    for name in try work.files() {
      #expect(try FileStatus.of(work.folder.path(".footlight/\(name)"))?.permissions == 0o600)
    }
  }

  @Test(arguments: ["lock", "catalog.sqlite", "names.1.sqlite", "names.1.sqlite.scratch"])
  func `a link in the folder leads nowhere`(_ name: String) throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    try work.folder.write("victim", "precious")
    try FileOperations.system.createFolder(work.folder.path(".footlight"))
    try work.folder.link(".footlight/\(name)", to: work.folder.path("victim"))
    _ = failure { _ = try work.library().sync() }
    #expect(try work.folder.text("victim") == "precious")
  }
}
