import Footlight
import FootlightPlatform
import TestSupport
import Testing

@Suite struct PermissionTests {
  private func declaration(version: Int = 1) -> String {
    """
    domain: names
    version: \(version)
    source: { kind: csv, path: ../../outside.csv }
    item: { id: "{id}", title: "{title}" }

    """
  }

  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("outside.csv", "id,title\n1,alpha\n")
    try folder.write("work/domains/names.yaml", declaration())
    return folder
  }

  @Test func `reading outside needs a permission, and the failure says how to give it`() throws {
    let folder = try workspace()
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    let failure = failure { _ = try library.sync() }
    #expect(failure?.diagnostics.first?.code == .outsideFolder)
    #expect(failure?.description.contains("footlight allow names") ?? false)
    #expect(failure?.exitCode == 2)
  }

  @Test func `a permission holds until the declaration changes`() throws {
    let folder = try workspace()
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    try library.allow("names")
    #expect(try library.sync().rows.map(\.items) == [1])
    #expect(try library.ids("alpha") == ["1"])
    try folder.write("work/domains/names.yaml", declaration(version: 2))
    #expect(failureCode { _ = try library.sync() } == .outsideFolder)
    #expect(try library.ids("alpha") == ["1"])
    try library.allow("names")
    #expect(try library.sync().rows.map(\.version) == [2])
  }

  @Test func `a wipe keeps permissions`() throws {
    let folder = try workspace()
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    try library.allow("names")
    try library.sync()
    _ = try library.remove(["names"])
    #expect(try library.sync().rows.map(\.decision) == [.build])
  }

  @Test func `a link that leads outside needs a permission, too`() throws {
    let folder = try TemporaryFolder()
    try folder.write("outside.csv", "id,title\n1,alpha\n")
    try folder.write(
      "work/domains/names.yaml",
      declaration().replacing("../../outside.csv", with: "data/link.csv"))
    try folder.write("work/domains/data/other", "")
    try folder.link("work/domains/data/link.csv", to: folder.path("outside.csv"))
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    #expect(failure { _ = try library.sync() }?.exitCode == 2)
    try library.allow("names")
    #expect(try library.sync().rows.map(\.items) == [1])
  }

  @Test func `a program runs with a permission only, and again at each sync`() throws {
    let folder = try TemporaryFolder()
    try folder.write("work/domains/data", #"{"id":1,"title":"alpha"}"#)
    let text = """
      domain: names
      version: 1
      source: { kind: command, command: [sh, -c, 'echo run >> ../runs; cat data'] }
      item: { id: "{id}", title: "{title}" }

      """
    try folder.write("work/domains/names.yaml", text)
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    #expect(failureCode { _ = try library.sync() } == .needsPermission)
    #expect(try library.check().failures.map(\.code) == [.needsPermission])
    #expect(try !folder.names("work").contains("runs"))
    try library.allow("names")
    #expect(try library.sync().rows.map(\.decision) == [.build])
    #expect(try library.sync().rows.map(\.decision) == [.none])
    try folder.write("work/domains/data", #"{"id":1,"title":"beta"}"#)
    #expect(try library.sync().rows.map(\.decision) == [.apply])
    #expect(try library.ids("beta") == ["1"])
    try folder.write("work/domains/names.yaml", text + "# changed\n")
    let before = try folder.text("work/runs")
    #expect(failureCode { _ = try library.sync() } == .needsPermission)
    #expect(try folder.text("work/runs") == before)
  }

  @Test func `a permission covers the scripts that are named, and no data`() throws {
    let folder = try TemporaryFolder()
    try folder.write("work/domains/data.jsonl", #"{"id":1,"title":"alpha"}"#)
    try folder.write("work/domains/list.sh", "cat data.jsonl")
    try folder.write(
      "work/domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: command, command: [sh, list.sh, data.jsonl] }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    try library.allow("names")
    #expect(try library.sync().rows.map(\.decision) == [.build])
    try folder.write("work/domains/data.jsonl", #"{"id":1,"title":"beta"}"#)
    #expect(try library.sync().rows.map(\.decision) == [.apply])
    try folder.write("work/domains/list.sh", "touch ../../pwned; cat data.jsonl")
    #expect(failureCode { _ = try library.sync() } == .needsPermission)
    #expect(try !folder.names().contains("pwned"))
    try library.allow("names")
    try library.sync()
    #expect(try folder.names().contains("pwned"))
  }

  @Test(arguments: [
    "[sh, -c, 'sh p.sh']", "[sh, -c, 'cd sub && sh ./q.sh']", "[sh, -c, '. ./lib']", "[sh, lib]",
    "[sh, -c, 'eval $(cat lib)']", "[perl, -e, 'do \"./lib\"']",
    "[sh, -c, \"cat data; python3 -c 'open(\\\"run.py\\\")'\"]", "[awk, -flib, data]",
    "[sh, -c, 'x=1;exec sh<p.sh']", "['sh', '-c', 'sh -e lib data']",
  ])
  func `a permission covers the scripts that a text for a shell names`(_ command: String) throws {
    let folder = try TemporaryFolder()
    for name in ["p.sh", "sub/q.sh", "lib", "run.py", "data"] {
      try folder.write("work/domains/\(name)", "# nothing\n")
    }
    try folder.write(
      "work/domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: command, command: \(command) }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    try library.allow("names")
    func isAllowed() throws -> Bool {
      try !library.check().failures.map(\.code).contains(.needsPermission)
    }
    #expect(try isAllowed())
    try folder.write("work/domains/data", "other\n")
    #expect(try isAllowed(), "data is not run")
    var refused = 0
    for name in ["p.sh", "sub/q.sh", "lib", "run.py"] {
      try folder.write("work/domains/\(name)", "# another \(name)\n")
      if try !isAllowed() {
        refused += 1
        try library.allow("names")
      }
    }
    #expect(refused == 1)
  }

  @Test func `a copied workspace brings no permission, nor does one that was moved`() throws {
    let folder = try TemporaryFolder()
    let text = """
      domain: names
      version: 1
      source: { kind: command, command: [sh, -c, 'echo run >> ../runs; cat data'] }
      item: { id: "{id}", title: "{title}" }

      """
    for place in ["work", "copy"] {
      try folder.write("\(place)/domains/data", #"{"id":1,"title":"alpha"}"#)
      try folder.write("\(place)/domains/names.yaml", text)
    }
    let system = SystemServices.isolated(in: folder.path)
    let library = try Library(workspace: folder.path("work"), system: system)
    try library.allow("names")
    try library.sync()
    // All that lies in the workspace, the index as well, comes along.
    for name in try folder.names("work/.footlight") where !name.hasPrefix("names.") {
      try FileOperations.system.createFolder(folder.path("copy/.footlight"))
      try FileOperations.system.copy(
        folder.path("work/.footlight/\(name)"), to: folder.path("copy/.footlight/\(name)"))
    }
    let copy = try Library(workspace: folder.path("copy"), system: system)
    #expect(failureCode { _ = try copy.sync() } == .needsPermission)
    #expect(try !folder.names("copy").contains("runs"))
    try FileOperations.system.rename(folder.path("work"), to: folder.path("moved"))
    let moved = try Library(workspace: folder.path("moved"), system: system)
    #expect(failureCode { _ = try moved.sync() } == .needsPermission)
  }

  @Test func `a permission that was put in the place of another one allows nothing`() throws {
    let folder = try TemporaryFolder()
    try folder.write("outside.csv", "id,title\n1,alpha\n")
    for place in ["work", "other"] {
      try folder.write(
        "\(place)/domains/names.yaml",
        """
        domain: names
        version: 1
        source: { kind: csv, path: ../../outside.csv }
        item: { id: "{id}", title: "{title}" }

        """)
    }
    let system = SystemServices.isolated(in: folder.path)
    let kept = ".home-of-test/footlight/permissions"
    var files: [String] = []
    for place in ["work", "other"] {
      try Library(workspace: folder.path(place), system: system).allow("names")
      files.append(try #require(try folder.names(kept).first { !files.contains($0) }))
    }
    let other = try Library(workspace: folder.path("other"), system: system)
    #expect(try other.sync().rows.first?.items == 1)
    try folder.write("\(kept)/\(files[1])", try folder.text("\(kept)/\(files[0])"))
    #expect(failureCode { _ = try other.sync() } == .outsideFolder)
  }

  @Test func `where the permission cannot be kept, that is said with what to do`() throws {
    let folder = try workspace()
    var system = SystemServices.isolated(in: folder.path)
    system.environment = { _ in nil }
    let homeless = try Library(workspace: folder.path("work"), system: system)
    #expect(failureCode { try homeless.allow("names") } == .noStateFolder)
    #expect(failureCode { _ = try homeless.sync() } == .outsideFolder)
    let file = folder.path("outside.csv")
    system.environment = { name in name == "HOME" ? file : nil }
    let refused = try Library(workspace: folder.path("work"), system: system)
    let failure = failure { try refused.allow("names") }
    #expect(failure?.diagnostics.first?.code == .fileForbidden)
    #expect(failure?.diagnostics.first?.remedy != nil)
    #expect(failure?.exitCode == 3)
  }

  @Test func `each thing that a declaration may do from now on is told`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "work/domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: sqlite, path: ../../a.sqlite, table: names, key: id, changes: triggers }
      item: { id: "{id}", title: "{title}", url: "https://example.org/{id}" }
      open: [sh, -c, "echo {url}"]

      """)
    try folder.write(
      "work/domains/made.yaml",
      """
      domain: made
      version: 1
      source: { kind: command, command: [sh, -c, "echo"] }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    let domains = folder.path("work/domains")
    #expect(
      try library.allow("names") == [
        "run sh -c echo {url}",
        "read \(domains)/../../a.sqlite, and make tables and triggers in it",
      ])
    #expect(try library.allow("made") == ["run sh -c echo"])
  }

  @Test func `only a declared domain can be allowed`() throws {
    let folder = try workspace()
    let library = try Library(
      workspace: folder.path("work"), system: .isolated(in: folder.path))
    #expect(failureCode { try library.allow("nobody") } == .unknownDomain)
    #expect(failureCode { try library.allow("name") } == .unknownDomain)
  }
}
