import FileHandles
import FootlightPlatform
import SearchEngine
import Synchronization
import TestSupport
import Testing

@testable import IndexStores

/// A commit is forced to the disk before anybody hears of it, also where a reader keeps the log from being emptied.
@Suite(.serialized) struct ForcedCommitTests {
  /// Whether what was written last was forced to the disk after it.
  private static func isForced(_ steps: ArraySlice<String>) -> Bool {
    let log = steps.filter { $0.contains("-wal") }
    return log.contains { $0.hasPrefix("write") } && log.last?.hasPrefix("synchronize") == true
  }

  @Test func `a commit of the catalog`() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let faults = Faults()
      try faults.observeSQLite()
      let catalog = try Catalog.forWriting(path + "/catalog.sqlite")
      _ = try catalog.publish(CatalogTests.sample, .merge)
      let before = faults.count
      try catalog.record([JournalKey("1")], in: "law.rules", at: 7)
      if !ForcedCommitTests.isForced(faults.steps[before...]) { exit(1) }
      try catalog.check()
    }
  }

  @Test func `a commit of what was pushed`() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let faults = Faults()
      try faults.observeSQLite()
      let data = UserDatabase(path: path + "/user.sqlite")
      try data.push { (pushing) throws(Failure) in try pushing.put("1", json: "{}", in: "a") }
      let reader = try Connection(path: data.path, mode: .readOnly)
      _ = try reader.pragma("user_version")
      let before = faults.count
      try data.push { (pushing) throws(Failure) in try pushing.put("2", json: "{}", in: "a") }
      if !ForcedCommitTests.isForced(faults.steps[before...]) { exit(1) }
      _ = try reader.pragma("user_version")
    }
  }

  /// SQLite finds a commit again whose sync has failed, once it reads the log from its beginning.
  ///
  /// What the commit names is there until then, and goes when another commit has taken its place.
  @Test(arguments: [false, true])
  func `a commit that failed can come back`(_ isTidied: Bool) async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) {
      [path = folder.path as String, isTidied = isTidied as Bool] in
      let isRefusing = Mutex(false)
      let hasFrames = Mutex(false)
      _ = try ObservedFilesystem(name: "refusing", isDefault: true) { step in
        guard isRefusing.withLock({ $0 }), step.path.hasSuffix("catalog.sqlite-wal") else {
          return .proceed
        }
        switch step {
        case .write(_, let offset, _):
          // The header of the log is forced to the disk before its frames.
          if offset > 0 { hasFrames.withLock { $0 = true } }
          return .proceed
        case .synchronize: return hasFrames.withLock { $0 } ? .failure : .proceed
        default: return .proceed
        }
      }
      let store = EmbeddedStore(path: path + "/index")
      let tests = EmbeddedStoreTests()
      _ = try tests.publish(store, [("1", "alpha")])
      // A reader keeps the log from being emptied.
      let reader = try Connection(path: path + "/index/catalog.sqlite", mode: .readOnly)
      _ = try reader.pragma("user_version")
      let indexer = try store.indexer(.none)
      let build = try tests.build(indexer, [("1", "beta")])
      isRefusing.withLock { $0 = true }
      let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
      if failureCode({ _ = try build.publish(facts) }) == nil { exit(1) }
      isRefusing.withLock { $0 = false }
      build.abandon()
      indexer.close()
      if isTidied { try store.indexer(.none).close() }
      // What a kill would leave now.
      try FileOperations.system.createFolder(path + "/killed")
      for name in try Folder.entries(of: path + "/index").map(\.name) where !name.hasSuffix("-shm")
      {
        try FileOperations.system.copy(path + "/index/" + name, to: path + "/killed/" + name)
      }
      _ = try reader.pragma("user_version")
    }
    let found = try EmbeddedStore(path: folder.path("killed")).snapshot(of: nil)
    #expect(found.domains.map(\.generation) == [isTidied ? 1 : 2])
    #expect(found.problem(of: "names") == nil)
    #expect(try found.item(id: "1", in: "names")?.title == (isTidied ? "alpha" : "beta"))
  }
}
