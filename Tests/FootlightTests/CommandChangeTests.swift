import Footlight
import FootlightDiagnostics
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
      let library = try Library(workspace: folder.path)
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
}
