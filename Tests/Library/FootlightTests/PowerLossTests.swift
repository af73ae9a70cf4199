import Footlight
import FootlightPlatform
import IndexStores
import TestSupport
import Testing

/// What somebody does to an index while the power goes, or the disk is full.
private enum Deed: String, CaseIterable, Sendable {
  case rebuild, apply, compact, push, remove, allow

  /// Makes a workspace in which it can be done.
  func prepare(_ folder: borrowing TemporaryFolder) throws {
    try folder.write("domains/names.csv", Deed.rows("old"))
    try Deed.declare(folder, version: 1)
    try folder.write(
      "domains/notes.yaml",
      """
      domain: notes
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    let library = try Deed.library(folder.path)
    try library.sync()
    try library.records(of: "notes").index([["id": "1", "title": "early note"]])
    switch self {
    case .rebuild:
      try folder.write("domains/names.csv", Deed.rows("new"))
      try Deed.declare(folder, version: 2)
    case .apply: try folder.write("domains/names.csv", Deed.rows("old", except: "new"))
    case .compact:
      try folder.write("domains/names.csv", Deed.rows("old", except: "new"))
      try library.sync()
    case .push, .remove, .allow: break
    }
  }

  private static func declare(_ folder: borrowing TemporaryFolder, version: Int) throws {
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: \(version)
      source: { kind: csv, path: names.csv }
      item: { id: "{id}", title: "{title}" }

      """)
  }

  /// A hundred items, of which every tenth may be otherwise.
  private static func rows(_ word: String, except other: String? = nil) -> String {
    "id,title\n"
      + (0..<100).map { "\($0),steady \($0 % 10 == 0 ? other ?? word : word) \($0)\n" }.joined()
  }

  static func library(_ path: String, _ files: FileOperations = .system) throws -> Library {
    var system = SystemServices.isolated(in: path)
    system.files = files
    return try Library(workspace: path, system: system)
  }

  func act(_ path: String, _ files: FileOperations) throws {
    let library = try Deed.library(path, files)
    switch self {
    case .rebuild, .apply: try library.sync(options: SyncOptions(threads: 1))
    case .compact: _ = try library.compact(["names"])
    case .push: try library.records(of: "notes").index([["id": "2", "title": "second note"]])
    case .remove: _ = try library.remove(["names"])
    case .allow: try library.allow("names")
    }
  }

  /// Whether it is done; anything between not done and done is an issue.
  func isDone(_ path: String, _ when: String) throws -> Bool {
    let library = try Deed.library(path)
    func total(_ text: String, _ domain: String) throws -> Int {
      var options = SearchOptions(domains: [domain], limit: 1, countsExactly: true)
      options.match = .all
      return try library.search(text, options: options).total
    }
    // What was pushed and reported is there, whatever happened.
    #expect(try total("early note", "notes") == 1, "\(when): the early note is lost")
    switch self {
    case .remove:
      let isThere = try library.status().domains.contains { $0.domain == "names" && $0.items > 0 }
      if isThere { #expect(try total("steady", "names") == 100, "\(when)") }
      return !isThere
    case .push:
      #expect(try total("steady", "names") == 100, "\(when)")
      return try total("second note", "notes") == 1
    case .allow:
      #expect(try total("steady", "names") == 100, "\(when)")
      return true
    case .compact:
      #expect(try total("steady", "names") == 100, "\(when)")
      #expect(try total("steady new", "names") == 10, "\(when)")
      return true
    case .rebuild, .apply:
      let (all, new) = (try total("steady", "names"), try total("steady new", "names"))
      let done = self == .rebuild ? 100 : 10
      #expect(all == 100 && (new == 0 || new == done), "\(when): \(new) of \(all) are new")
      return new == done
    }
  }
}

/// Work that is cut short by a loss of power, on a disk that forgets what was not forced to it, and by a disk that
/// is full: the old state or the new one, complete, and one sync mends what is left to mend.
@Suite(.serialized) struct PowerLossTests {
  /// A few steps, or all of them.
  private func steps(_ count: Int) -> [Int] {
    if SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil { return Array(1...count + 1) }
    return [1, count / 3, 2 * count / 3, count - 2, count - 1, count, count + 1].filter { $0 > 0 }
  }

  @Test(arguments: Deed.allCases.map(\.rawValue))
  func `a loss of power leaves the old state or the new one`(_ name: String) async throws {
    let deed = try #require(Deed(rawValue: name))
    let count = try await count(deed)
    var random = SeededRandom.announced("a loss of power")
    for step in steps(count) {
      let seed = random.next()
      let folder = try TemporaryFolder()
      try deed.prepare(folder)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          name = name as String, path = folder.path as String, step = step as Int,
          seed = seed as UInt64
        ]
        in
        let loss = PowerLoss(in: path, at: step, seed: seed)
        try loss.observeSQLite()
        try Deed(rawValue: name)?.act(path, loss.files)
        _ = try FileOperations.system.create("\(path)/domains/reported")
        loss.strike()
      }
      let when = "\(name), step \(step) of \(count), seed \(seed)"
      let isDone = try deed.isDone(folder.path, when)
      let isReported = try FileStatus.of(folder.path("domains/reported")) != nil
      #expect(isDone || !isReported, "\(when): what was reported is not done")
      try mend(deed, folder, when)
      if deed == .push { try rebuildPushed(folder, when) }
    }
  }

  @Test(arguments: [Deed.rebuild, .apply, .push].map(\.rawValue))
  func `a disk that lies can lose what was done last, and a sync mends the index`(
    _ name: String
  ) async throws {
    let deed = try #require(Deed(rawValue: name))
    let count = try await count(deed)
    var random = SeededRandom.announced("a disk that lies")
    for step in steps(count) {
      let seed = random.next()
      let folder = try TemporaryFolder()
      try deed.prepare(folder)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          name = name as String, path = folder.path as String, step = step as Int,
          seed = seed as UInt64
        ]
        in
        let loss = PowerLoss(in: path, at: step, seed: seed, isLying: true)
        try loss.observeSQLite()
        try Deed(rawValue: name)?.act(path, loss.files)
        loss.strike()
      }
      let when = "\(name), step \(step) of \(count), seed \(seed)"
      // It may say that it cannot answer; half of an answer is none.
      if let total = total(folder.path) { #expect(total == 100, "\(when): \(total) of 100") }
      do {
        try mend(deed, folder, when)
      } catch let failure as Failure {
        // What cannot be derived may be damaged by such a disk: that is named, and the last copy is kept.
        #expect(failure.concerns([.userDataDamaged, .userDataMissing]), "\(when): \(failure)")
        #expect(keepsPushed(folder.path), "\(when)")
      }
    }
  }

  @Test(arguments: Deed.allCases.map(\.rawValue))
  func `a disk without room refuses, and the index is as it was`(_ name: String) async throws {
    let deed = try #require(Deed(rawValue: name))
    for room in [0, 1 << 10, 1 << 14, 1 << 16, 1 << 18] {
      let folder = try TemporaryFolder()
      try deed.prepare(folder)
      await #expect(processExitsWith: .success) {
        [name = name as String, path = folder.path as String, room = room as Int] in
        let quota = DiskQuota(in: path, bytes: DiskQuota(in: path, bytes: 0).used + room)
        try quota.observeSQLite()
        do {
          try Deed(rawValue: name)?.act(path, quota.files)
        } catch {
          guard let failure = error as? Failure, failure.exitCode == 3 else {
            print("not the machine's doing: \(error)")
            exit(9)
          }
        }
      }
      let when = "\(name), room for \(room) bytes"
      _ = try deed.isDone(folder.path, when)
      try mend(deed, folder, when)
    }
  }

  /// Whether what was pushed is found, or something is said: such a disk may have lost the index as well.
  private func keepsPushed(_ path: String) -> Bool {
    guard let answer = try? Deed.library(path).search("early note") else { return true }
    return answer.total == 1 || !answer.notes.isEmpty
  }

  /// How many items are found; nil where something is said about the index.
  private func total(_ path: String) -> Int? {
    guard let answer = try? Deed.library(path).search("steady"), answer.notes.isEmpty else {
      return nil
    }
    return answer.total
  }

  /// How many steps it takes.
  private func count(_ deed: Deed) async throws -> Int {
    let folder = try TemporaryFolder()
    try deed.prepare(folder)
    await #expect(processExitsWith: .success) {
      [name = deed.rawValue as String, path = folder.path as String] in
      let loss = PowerLoss(in: path)
      try loss.observeSQLite()
      try Deed(rawValue: name)?.act(path, loss.files)
      let file = try FileOperations.system.create("\(path)/count")
      let text = ByteArena("\(loss.count)")
      try file.write(text, text.all)
    }
    return try #require(Int(try folder.text("count")))
  }

  /// What was pushed is not in the index alone.
  private func rebuildPushed(_ folder: borrowing TemporaryFolder, _ when: String) throws {
    let library = try Deed.library(folder.path)
    let before = try library.search("note").total
    try library.rebuild(["notes"])
    #expect(try library.search("note").total == before, "\(when), then built again")
  }

  /// One sync, and everything is there.
  private func mend(_ deed: Deed, _ folder: borrowing TemporaryFolder, _ when: String) throws {
    try Deed.library(folder.path).sync()
    let library = try Deed.library(folder.path)
    #expect(try library.search("steady").total == 100, "\(when), then synced")
    #expect(try library.search("early note").total == 1, "\(when), then synced")
    let report = try library.verify(["names"])
    // Only `verify` looks at every byte of what cannot be derived.
    if let failure = Failure(report.failures) { throw failure }
    #expect(report.exitCode == 0, "\(when), then synced")
  }
}
