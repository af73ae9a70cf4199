import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// A sync that dies at its n-th change of a file has told of a change or has not: the next one makes it neither less nor
/// more.
///
/// With `FOOTLIGHT_TORTURE` set every step is tried, otherwise some.
@Suite(.serialized) struct AlertKillTests {
  @Test(arguments: [false, true])
  func `alerts are neither lost nor told twice, wherever a sync is killed`(
    isRebuild: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write("footlight.yaml", "searches: { steady: steady, odd: odd }\n")
    func write(_ turn: Int) throws {
      let rows = (0..<40).map { number in
        let word = (number + turn) % 2 == 0 ? "odd" : "even"
        return "\(number),\(number < 30 || turn % 2 == 0 ? "steady" : "gone") \(word)\n"
      }
      try folder.write("domains/names.csv", "id,title\n" + rows.joined())
      try folder.write(
        "domains/names.yaml",
        """
        domain: names
        version: \(isRebuild ? turn + 1 : 1)
        source: { kind: csv, path: names.csv }
        item: { id: "{id}", title: "{title}" }

        """)
    }
    try write(0)
    try Library(workspace: folder.path).sync()
    try write(1)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let faults = Faults()
      try AlertKillTests.sync(path, faults)
      let count = try FileOperations.system.create(Path.join(path, "count"))
      let text = ByteArena("\(faults.count)")
      try count.write(text, text.all)
    }
    let count = try #require(Int(try folder.text("count")))
    let wanted = try told(folder)
    #expect(wanted.count == 80, "of every item both searches tell something")
    var turn = 1
    for step in Faults.steps(of: count, parts: 4, ends: 2, "a change that tells of alerts") {
      turn += 1
      try write(turn)
      await #expect(processExitsWith: .signal(SIGKILL), "step \(step)") {
        [path = folder.path as String, step = step as Int] in
        try AlertKillTests.sync(path, Faults(at: step, .kill))
        kill(getpid(), SIGKILL)
      }
      try Library(workspace: folder.path).sync()
      let all = try told(folder)
      #expect(all.count == 80 && Set(all).count == 80, "killed at step \(step)")
    }
  }

  private func told(_ folder: borrowing TemporaryFolder) throws -> [String] {
    let library = try Library(workspace: folder.path)
    let batch = try library.alerts()
    if let last = batch.alerts.last { try library.noteTold(upTo: last.sequence) }
    return batch.alerts.map { "\($0.search) \($0.id)" }
  }

  static func sync(_ path: String, _ faults: Faults) throws {
    try faults.observeSQLite()
    var system = SystemServices.system
    system.files = faults.files
    try Library(workspace: path, system: system).sync(
      options: SyncOptions(memory: 1 << 20, threads: 1))
  }
}
