import FootlightDiagnostics
import SQLiteHandles
import TestSupport
import Testing

@testable import IndexStores

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
      let data = UserData(path: path + "/user.sqlite")
      try data.push { (pushing) throws(Failure) in try pushing.put("1", json: "{}", in: "a") }
      let reader = try Connection(path: data.path, mode: .readOnly)
      _ = try reader.pragma("user_version")
      let before = faults.count
      try data.push { (pushing) throws(Failure) in try pushing.put("2", json: "{}", in: "a") }
      if !ForcedCommitTests.isForced(faults.steps[before...]) { exit(1) }
      _ = try reader.pragma("user_version")
    }
  }
}
