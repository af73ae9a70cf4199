import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// What comes of changes that a program prints.
@Suite struct CommandChangeTests {
  /// A program that prints `all` without a cursor, and `changes` with one.
  private struct Printed: ~Copyable {
    let folder: TemporaryFolder
    let library: Library
    private static let cursor = "{\"cursor\": \"c\"}\n"

    init(_ all: String, source: String = "") throws {
      let folder = try TemporaryFolder()
      try folder.write(
        "domains/p.yaml",
        """
        domain: p
        version: 1
        source: { kind: command, command: [sh, -c, 'if [ -n "$FOOTLIGHT_CURSOR" ]; then echo "$FOOTLIGHT_CURSOR" >> asked; cat changes; else echo all >> asked; cat all; fi']\(source) }
        item: { id: "{id}", title: "{t}", skip_when: "{draft}" }

        """)
      try folder.write("domains/all", all + Printed.cursor)
      try folder.write("domains/changes", "{\"unchanged\": true}\n")
      let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
      try library.allow("p")
      try library.sync()
      self.folder = folder
      self.library = library
    }

    /// Syncs when the program prints these changes and a cursor.
    func sync(_ lines: [String], cursor next: String = "d") throws -> SyncReport {
      try folder.write(
        "domains/changes", lines.map { $0 + "\n" }.joined() + "{\"cursor\": \"\(next)\"}\n")
      return try again()
    }

    func again() throws -> SyncReport {
      try library.sync(options: SyncOptions(collectsFailures: true))
    }

    func titles() throws -> [String: String] {
      var found: [String: String] = [:]
      try library.dump(["p"]) { item in found[item.item.id] = item.item.title }
      return found
    }

    /// With which cursors the program was run.
    func asked() throws -> [String] {
      let bytes = try File.readWhole(folder.path("domains/asked"))
      return bytes.text(bytes.all).split(separator: "\n").map(String.init)
    }
  }

  private static func upsert(_ id: String, _ title: String, draft: Bool = false) -> String {
    "{\"op\": \"upsert\", \"record\": {\"id\": \"\(id)\", \"t\": \"\(title)\""
      + (draft ? ", \"draft\": true" : "") + "}}"
  }

  private static func delete(_ id: String) -> String { "{\"op\": \"delete\", \"id\": \"\(id)\"}" }

  private static let all = "{\"id\": \"x\", \"t\": \"one\"}\n{\"id\": \"y\", \"t\": \"why\"}\n"

  @Test func `of several lines about one item the last one counts (RA-22)`() throws {
    let printed = try Printed(CommandChangeTests.all)
    typealias Line = CommandChangeTests
    let histories: [([String], [String: String], ChangeCounts)] = [
      // The last one is what is indexed already.
      ([Line.upsert("x", "changed"), Line.upsert("x", "one")], ["x": "one"], ChangeCounts()),
      ([Line.upsert("x", "a"), Line.upsert("x", "b")], ["x": "b"], ChangeCounts(updated: 1)),
      ([Line.upsert("z", "new"), Line.delete("z")], [:], ChangeCounts()),
      ([Line.upsert("x", "c"), Line.delete("x")], ["x": ""], ChangeCounts(deleted: 1)),
      (
        [Line.delete("x"), Line.upsert("x", "back"), Line.delete("y")], ["x": "back", "y": ""],
        ChangeCounts(inserted: 1, deleted: 1)
      ),
      // A draft is left out, whatever it was before.
      (
        [Line.upsert("x", "draft", draft: true), Line.upsert("y", "there")],
        ["x": "", "y": "there"], ChangeCounts(inserted: 1, deleted: 1)
      ),
      (
        [Line.upsert("y", "no", draft: true), Line.upsert("y", "yes")], ["y": "yes"],
        ChangeCounts(updated: 1)
      ),
      (
        [Line.upsert("y", "no"), Line.upsert("y", "d", draft: true)], ["y": ""],
        ChangeCounts(deleted: 1)
      ),
    ]
    var expected = ["x": "one", "y": "why"]
    for (lines, change, counts) in histories {
      for (id, title) in change { expected[id] = title.isEmpty ? nil : title }
      let report = try printed.sync(lines)
      #expect(report.failures.isEmpty && report.rows.first?.changes == counts, "\(lines)")
      #expect(try printed.titles() == expected, "\(lines)")
    }
  }

  @Test func `random lines end where the last ones say`() throws {
    var random = SeededRandom.announced("lines of a program")
    let printed = try Printed(CommandChangeTests.all)
    var expected = ["x": "one", "y": "why"]
    for round in 0..<12 {
      var lines: [String] = []
      for number in 0..<random.below(30) {
        let id = "i\(random.below(6))"
        switch random.below(4) {
        case 0:
          lines.append(CommandChangeTests.delete(id))
          expected[id] = nil
        case 1:
          lines.append(CommandChangeTests.upsert(id, "draft", draft: true))
          expected[id] = nil
        default:
          let title = "t\(random.below(3)) \(number / 20)"
          lines.append(CommandChangeTests.upsert(id, title))
          expected[id] = title
        }
      }
      let report = try printed.sync(lines, cursor: "r\(round)")
      #expect(report.failures.isEmpty)
      #expect(try printed.titles() == expected, "round \(round): \(lines)")
    }
  }

  @Test func `a line that does not fit is tried five times and set aside, the others count (N3)`()
    throws
  {
    let printed = try Printed(CommandChangeTests.all)
    let lines = [CommandChangeTests.upsert("x", ""), CommandChangeTests.upsert("y", "new")]
    for attempt in 1...5 {
      let report = try attempt == 1 ? printed.sync(lines) : printed.again()
      #expect(report.exitCode == 2 && report.failures.count == 1, "attempt \(attempt)")
      #expect(try printed.titles() == ["x": "one", "y": "new"])
      let status = try #require(try printed.library.status().domains.first)
      #expect(status.pending == (attempt == 5 ? 0 : 1) && status.lastError.contains("title"))
    }
    // The program was asked for the same changes, and now for what follows them.
    #expect(try printed.asked().filter { $0 == "d" }.isEmpty)
    #expect(try printed.library.quarantine().map(\.id) == ["x"])
    #expect(try printed.sync([CommandChangeTests.upsert("y", "newer")], cursor: "e").exitCode == 0)
    #expect(try printed.asked().last == "d")
    #expect(try printed.titles() == ["x": "one", "y": "newer"])
    #expect(try printed.library.quarantine().count == 1)
    #expect(try printed.sync([CommandChangeTests.upsert("x", "well")], cursor: "f").exitCode == 0)
    #expect(try printed.library.quarantine().isEmpty)
    #expect(try printed.titles()["x"] == "well")
  }

  @Test func `what was set aside and released comes again with all records`() throws {
    let printed = try Printed(CommandChangeTests.all)
    _ = try printed.sync([CommandChangeTests.upsert("x", "")])
    for _ in 1...4 { _ = try printed.again() }
    #expect(try printed.library.release("p:x") == 1)
    try printed.folder.write(
      "domains/all",
      "{\"id\": \"x\", \"t\": \"mended\"}\n{\"id\": \"y\", \"t\": \"why\"}\n{\"cursor\": \"g\"}\n")
    #expect(try printed.again().exitCode == 0)
    #expect(try printed.asked().last == "all")
    #expect(try printed.titles() == ["x": "mended", "y": "why"])
    #expect(try printed.library.status().domains.first?.pending == 0)
  }

  @Test func `a line of which nobody knows what it is about keeps the cursor where it was`() throws
  {
    let printed = try Printed(CommandChangeTests.all)
    let lines = [CommandChangeTests.upsert("", "lost"), CommandChangeTests.upsert("y", "new")]
    for _ in 1...6 { #expect(try printed.sync(lines).exitCode == 2) }
    #expect(try printed.titles() == ["x": "one", "y": "new"])
    #expect(try !printed.asked().contains("d"))
  }

  private static let badX = "{\"id\": \"x\", \"t\": \"\"}\n{\"id\": \"y\", \"t\": \"why\"}\n"

  /// What the program prints without a cursor.
  private func write(all: String, _ printed: borrowing Printed) throws {
    try printed.folder.write("domains/all", all + "{\"cursor\": \"whole\"}\n")
  }

  @Test func `a bad record among all records is asked for until it is set aside (N3)`() throws {
    let printed = try Printed(CommandChangeTests.all)
    try printed.folder.write("domains/changes", CommandChangeTests.badX + "{\"cursor\": \"d\"}\n")
    try write(all: CommandChangeTests.badX, printed)
    for attempt in 1...5 {
      #expect(try printed.again().exitCode == 2, "attempt \(attempt)")
      let status = try #require(try printed.library.status().domains.first)
      #expect(status.pending == (attempt == 5 ? 0 : 1), "attempt \(attempt)")
      // From now on nothing has changed, as the program sees it.
      try printed.folder.write("domains/changes", "{\"unchanged\": true}\n")
    }
    #expect(try printed.library.quarantine().map(\.id) == ["x"])
    #expect(try printed.again().exitCode == 0)
    #expect(try printed.asked().last == "whole")
    #expect(try printed.titles() == ["x": "one", "y": "why"])
  }

  @Test func `a bad change that was taken back is asked for among all records`() throws {
    let printed = try Printed(CommandChangeTests.all)
    #expect(try printed.sync([CommandChangeTests.upsert("x", "")]).exitCode == 2)
    try printed.folder.write("domains/changes", "{\"unchanged\": true}\n")
    #expect(try printed.again().exitCode == 0)
    #expect(try printed.asked().last == "all")
    #expect(try printed.library.status().domains.first?.pending == 0)
    // The same when the program tells of something else.
    #expect(try printed.sync([CommandChangeTests.upsert("x", "")]).exitCode == 2)
    try write(
      all: "{\"id\": \"x\", \"t\": \"one\"}\n{\"id\": \"y\", \"t\": \"new\"}\n", printed)
    #expect(try printed.sync([CommandChangeTests.upsert("y", "new")]).exitCode == 0)
    #expect(try printed.asked().last == "all")
    #expect(try printed.library.status().domains.first?.pending == 0)
    #expect(try printed.titles() == ["x": "one", "y": "new"])
    // And where it is still bad, it is tried five times.
    try printed.folder.write("domains/all", CommandChangeTests.badX + "{\"cursor\": \"c\"}\n")
    #expect(try printed.sync([CommandChangeTests.upsert("x", "")]).exitCode == 2)
    for attempt in 2...5 {
      try printed.folder.write("domains/changes", "{\"unchanged\": true}\n")
      #expect(try printed.again().exitCode == 2, "attempt \(attempt)")
    }
    #expect(try printed.library.quarantine().map(\.id) == ["x"])
    #expect(try printed.again().exitCode == 0)
  }

  @Test func `more lines that are none than are listed count against what is tolerated`() throws {
    let printed = try Printed(CommandChangeTests.all, source: ", tolerate: 1100")
    let lines = (1...1_200).map { CommandChangeTests.upsert("i\($0)", "\u{1}") }
    let text = (lines + [CommandChangeTests.upsert("y", "new")]).joined(separator: "\n")
    // No line of them is valid UTF-8.
    let bytes = (text + "\n{\"cursor\": \"d\"}\n").utf8.map { $0 == 1 ? 0xFF : $0 }
    try printed.folder.write("domains/changes", bytes: bytes)
    for _ in 1...2 { #expect(try printed.again().exitCode == 2) }
    #expect(try !printed.asked().contains("d"))
    #expect(try printed.titles() == ["x": "one", "y": "new"])
  }

  @Test func `of two ids that are canonically equal each has its own item`() throws {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    let printed = try Printed(
      [one, two].map { "{\"id\": \"\($0)\", \"t\": \"a\"}\n" }.joined())
    typealias Line = CommandChangeTests
    var report = try printed.sync([Line.delete(one), Line.upsert(two, "b")])
    #expect(report.rows.first?.changes == ChangeCounts(updated: 1, deleted: 1))
    report = try printed.sync([Line.upsert(one, "c")])
    #expect(report.rows.first?.changes == ChangeCounts(inserted: 1))
    report = try printed.sync([Line.delete(one), Line.delete(two)])
    #expect(report.rows.first?.changes == ChangeCounts(deleted: 2))
    _ = try printed.sync([Line.upsert(one, "")])
    for _ in 1...4 { _ = try printed.again() }
    #expect(try printed.library.quarantine().count == 1)
    #expect(try printed.library.release("p:" + two) == 0)
    #expect(try printed.library.release("p:" + one) == 1)
  }

  @Test func `a clock that went back puts no complete read off`() throws {
    let printed = try Printed(CommandChangeTests.all, source: ", refresh: { full_every: 1d }")
    _ = try printed.again()
    #expect(try printed.asked().last == "c")
    var system = SystemServices.isolated(in: printed.folder.path)
    system.now = { SystemServices.system.now() - 10 * 86_400 }
    try Library(workspace: printed.folder.path, system: system).sync()
    #expect(try printed.asked().last == "all")
  }
}
