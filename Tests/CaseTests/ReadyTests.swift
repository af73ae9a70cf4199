import DeclaredRecords
import FileHandles
import Footlight
import FootlightPlatform
import SourceKinds
import TestSupport
import Testing

/// Adds what lies in every home of `Tests/Ready`, and looks for what is in it.
@Suite struct ReadyTests {
  private static let root = Path.join(
    Path.parent(of: Path.parent(of: #filePath) ?? "") ?? "", "Ready")
  static let names = ((try? Folder.entries(of: root)) ?? []).filter { $0.kind == .folder }
    .map(\.name)

  /// What is the same on every machine is nobody's own; all else is personal.
  private static let open: Set<String> = ["apt", "man", "zeal"]

  #if Complete
    @Test(arguments: names)
    func `what a program keeps is found, counted, allowed and searched`(name: String) throws {
      let searchCase = try SearchCase(named: name, in: Self.root)
      let machine = try Machine(Path.join(Self.root, name))
      let library = machine.library
      let found = try library.ready(name)
      #expect(found.filter { $0.problem != nil } == [])
      #expect(
        Dictionary(uniqueKeysWithValues: found.map { ($0.domain, $0.items ?? -1) })
          == searchCase.items)

      let proposals = try library.propose(ready: name)
      #expect(Set(proposals.map(\.domain)) == Set(searchCase.items.keys))
      for proposal in proposals {
        #expect(!proposal.samples.isEmpty && proposal.doubts == [])
        #expect(!proposal.declaration.contains("\"~/"), "the home stands in its places")
        try library.add(proposal)
        try library.allow(proposal.domain)
      }
      let rows = try library.sync().rows
      #expect(rows.map(\.badRecords).allSatisfy { $0 == 0 })
      for (domain, count) in searchCase.items {
        #expect(rows.first { $0.domain == domain }?.items == count, "items of \(domain)")
      }
      try CaseTests().ask(searchCase, library, onlyDomain: "")
      for proposal in proposals {
        let isOpen = Self.open.contains(proposal.domain)
        #expect(proposal.isPrivate == !isOpen)
        for item in proposal.samples {
          let address = ItemAddress(domain: proposal.domain, id: item.id).description
          #expect(try library.item(address, audience: .owner) != nil)
          #expect(try (library.item(address, audience: .web) != nil) == isOpen)
        }
      }
      #expect(
        try library.ready(name).filter(\.isDeclared).map(\.domain).sorted()
          == searchCase.items.keys.sorted())
    }
  #endif

  #if Complete
    @Test func `contacts are called as their cards write them, not as the columns beside these do`()
      throws
    {
      let machine = try Machine(Path.join(Self.root, "gnome"))
      let contacts = try machine.library.propose(ready: "gnome.contacts", samples: 5)
      #expect(contacts.flatMap(\.samples).map(\.title).contains("Jörg Möller"))
    }
  #endif

  @Test func `what is not on this machine is named with its places`() throws {
    let machine = try Machine(nil)
    #expect(try machine.library.ready("firefox").map(\.found) == [[], []])
    let failure = #expect(throws: Failure.self) { try machine.library.propose(ready: "zotero") }
    #expect(failure?.diagnostics.map(\.code) == [.addNotFound])
    #expect(failure?.diagnostics.first?.message.contains("~/Zotero/zotero.sqlite") == true)
  }

  @Test func `a name that no ready declaration has is refused with the nearest`() throws {
    let machine = try Machine(nil)
    let failure = #expect(throws: Failure.self) { try machine.library.propose(ready: "zotreo") }
    #expect(failure?.diagnostics.map(\.code) == [.addNotReady])
    #expect(failure?.diagnostics.first?.remedy == "did you mean 'zotero'?")
  }

  @Test func `every ready declaration is valid, whatever the machine has`() throws {
    let machine = try Machine(nil)
    #expect(ReadyDeclaration.all.count >= 18)
    for declaration in ReadyDeclaration.all {
      let text = try #require(try machine.library.readyText(declaration.name).first)
      let definition = try DomainDefinition.load(
        Array(text.utf8), file: declaration.name, folder: machine.folder.path,
        kinds: SourceKind.builtIn.map(\.keys), allowsOutside: true)
      #expect(definition.name == declaration.name && !declaration.label.isEmpty)
      #expect((definition.mapping.isPrivate == nil) == Self.open.contains(definition.name))
      #expect(!declaration.places.isEmpty && text.hasPrefix("# "), "it says what it reads")
    }
  }

  @Test(arguments: [
    (
      "man", "man -l -k .",
      """
      ls (1)               - list directory "contents"
      zgrep, zegrep (1)    - search compressed\tfiles \\ for words
      printf (3p)          - print formatted output
      no entry at all
      """, 3, "zgrep, zegrep(1)"
    ),
    (
      "apt", "apt-cache dumpavail",
      """
      Package: lamp
      Version: 1.0
      Section: misc
      Description-en: keeps a "light"
       It burns
       .
       all night.
      Tag: role::program,
       use::viewing

      Package: wick
      Version: 2
      Description: to burn

      """, 2, "lamp"
    ),
  ])
  func `what a program prints becomes items`(
    _ name: String, _ command: String, _ output: String, _ count: Int, _ id: String
  ) throws {
    let machine = try Machine(nil)
    try machine.write(output + "\n", to: "output")
    let place = machine.folder.path("output")
    let text = try #require(ReadyDeclaration.named(name).first).text
      .replacing(command, with: "cat '\(place)'")
      .replacing(/- "\/var\/[^"]*"/, with: "- \"\(place)\"")
    try machine.write(text, to: "domains/\(name).yaml")
    try machine.library.allow(name)
    let rows = try machine.library.sync().rows
    #expect(rows.map(\.items) == [count] && rows.map(\.badRecords) == [0])
    #expect(try machine.library.item("\(name):\(id)") != nil)
  }

  @Test func `a home whose name holds signs of globs and of YAML is written as it is`() throws {
    let machine = try Machine(nil, home: "ho[m]e \"*\"")
    try machine.write("# Kiln\n", to: "ho[m]e \"*\"/notes/kiln.md")
    #expect(try machine.library.ready("notes").map(\.items) == [1])
  }
}

/// A workspace, and the home of somebody beside it.
private struct Machine: ~Copyable {
  let folder: TemporaryFolder
  let library: Library

  /// Lays out the home of a case.
  init(_ name: String?, home: String = "home") throws {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    try FileOperations.system.createFolder(folder.path(home))
    if let name { try Machine.layOut(Path.join(name, "home"), folder.path(home)) }
    library = try Library(
      workspace: folder.path, system: BuiltPrograms.system(home: folder.path(home)))
    self.folder = folder
  }

  func write(_ text: String, to path: String) throws {
    let target = folder.path(path)
    try FileOperations.system.createFolder(Path.parent(of: target) ?? "", parents: true)
    try FileOperations.system.replace(target, with: ByteArena(text))
  }

  /// Copies files, and makes databases of those that are SQL.
  private static func layOut(_ folder: String, _ target: String) throws {
    let files = FileOperations.system
    try files.createFolder(target, parents: true)
    for entry in try Folder.entries(of: folder) {
      let source = Path.join(folder, entry.name)
      if entry.kind == .folder {
        try layOut(source, Path.join(target, entry.name))
      } else if entry.name.hasSuffix(".sql") {
        let bytes = try File.readWhole(source)
        let database = try Connection(
          path: Path.join(target, String(entry.name.dropLast(4))), mode: .create)
        try database.execute(bytes.text(bytes.all))
      } else {
        try files.copy(source, to: Path.join(target, entry.name))
      }
    }
  }
}
