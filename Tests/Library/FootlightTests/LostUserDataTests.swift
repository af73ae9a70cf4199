import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// `user.sqlite` cannot be derived again: that it is lost is named, and the index of what was pushed
/// is then the last copy.
@Suite struct LostUserDataTests {
  private let work: TestWorkspace
  private var path: String { work.folder.path(".footlight/user.sqlite") }

  init() throws {
    work = try TestWorkspace()
    try declare(version: 1)
    let library = try work.library()
    try library.sync()
    try push(1...50)
  }

  private func declare(version: Int) throws {
    try work.folder.write(
      "domains/notes.yaml",
      """
      domain: notes
      version: \(version)
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
  }

  private func push(_ numbers: ClosedRange<Int>) throws {
    try work.library().records(of: "notes").index(
      numbers.map { ["id": .number("\($0)"), "title": .text("note \($0)")] as Record })
  }

  private func lose(_ way: String) throws {
    for suffix in ["-wal", "-shm"] { try FileOperations.system.remove(path + suffix) }
    switch way {
    case "missing": try FileOperations.system.remove(path)
    case "empty": try work.folder.write(".footlight/user.sqlite", "")
    case "other":
      // Another file of the same kind: nothing of what was pushed is in it.
      let other = try TestWorkspace()
      try other.folder.write("domains/notes.yaml", try work.folder.text("domains/notes.yaml"))
      try other.library().records(of: "notes").index([
        ["id": .text("x"), "title": .text("x")] as Record
      ])
      try FileOperations.system.copy(other.folder.path(".footlight/user.sqlite"), to: path)
    default:
      let bytes = try File.readWhole(path)
      try work.folder.write(
        ".footlight/user.sqlite",
        bytes: [UInt8](repeating: 0, count: 2_000) + bytes.bytes(bytes.all).dropFirst(2_000))
    }
  }

  @Test(arguments: ["missing", "empty", "damaged", "other"])
  func `the last copy of what was pushed is not emptied, and every command names it`(
    _ way: String
  ) throws {
    try lose(way)
    let library = try work.library()
    let collecting = SyncOptions(collectsFailures: true)
    for report in [
      try library.sync(options: collecting), try library.rebuild(["notes"], options: collecting),
    ] {
      #expect(report.exitCode == 3)
      #expect(report.failures.contains { $0.message.contains("last copy") })
      #expect(report.failures.allSatisfy { $0.remedy != nil })
    }
    let answer = try library.search("note", options: SearchOptions(limit: 100))
    #expect(answer.hits.count == 50)
    if way != "other" {
      #expect(answer.notes.contains { $0.code.rawValue.hasPrefix("index.user-data-") })
      #expect(try !library.status().failures.isEmpty)
      #expect(failure { try push(51...51) }?.exitCode == 3)
    }
    #expect(try library.examine().exitCode == 3 || way == "other")
    // Accepted, the loss is a loss, and programs can begin again.
    var options = SyncOptions()
    options.forgetsPushed = true
    try library.sync(options: options)
    #expect(try library.ids("note").isEmpty)
    try push(1...3)
    #expect(try work.library().ids("note").count == 3)
  }

  @Test(arguments: [true, false])
  func `a push into a domain that has lost nothing begins no file anew either`(
    _ hasCopy: Bool
  ) throws {
    try work.folder.write(
      "domains/others.yaml",
      """
      domain: others
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    try lose("missing")
    if !hasCopy {
      try FileOperations.system.remove(work.folder.path(".footlight/user.backup.sqlite"))
    }
    let refused = failure {
      try work.library().records(of: "others").index([["id": "1", "title": "other"]])
    }
    #expect(refused?.exitCode == 3)
    #expect(try !work.files().contains("user.sqlite"))
  }

  @Test func `the daily copy is brought back, and the file before it is kept`() throws {
    #expect(try work.files().contains("user.backup.sqlite"))
    try lose("damaged")
    let library = try work.library()
    try library.restoreUserData()
    #expect(try work.files().contains("user.replaced.sqlite"))
    try push(51...52)
    #expect(try work.library().ids("note").count == 52)
    _ = try work.library().rebuild(["notes"])
    #expect(try work.library().ids("note").count == 52)
  }

  @Test func `a copy from before the last push does not empty the index either`() throws {
    try push(51...60)
    try lose("missing")
    try work.library().restoreUserData()
    let report = try work.library().sync(options: SyncOptions(collectsFailures: true))
    #expect(report.failures.contains { $0.message.contains("last copy") })
    #expect(try work.library().ids("note").count == 60)
  }

  @Test func `a raised version forgets what was pushed all the same`() throws {
    try lose("missing")
    try declare(version: 2)
    _ = try work.library().sync(options: SyncOptions(collectsFailures: true))
    #expect(try work.library().ids("note").isEmpty)
  }

  @Test func `where nothing was ever stored nothing is missed`() throws {
    let other = try TestWorkspace()
    try other.declare("names")
    other.put("names", [(1, "alpha")])
    let library = try other.library()
    let report = try library.sync()
    #expect(report.warnings.isEmpty)
    #expect(try library.search("alpha").notes.isEmpty)
    #expect(try other.files().allSatisfy { !$0.hasPrefix("user") })
  }

  @Test(arguments: ["missing", "empty"])
  func `what is used never begins a lost file anew over its copy`(_ way: String) throws {
    let library = try work.library()
    #expect(try work.files().contains("user.backup.sqlite"))
    try lose(way)
    let refused = [
      failure { try library.visit("notes:8") }, failure { try library.star("notes:8") },
    ]
    for failure in refused {
      #expect(failure?.diagnostics.map(\.code.name) == ["index.user-data-missing"])
      #expect(failure?.exitCode == 3)
    }
    try library.restoreUserData()
    #expect(try library.visit("notes:8").isRecorded)
    try push(51...51)
    #expect(try work.library().ids("note").count == 51)
  }
}
