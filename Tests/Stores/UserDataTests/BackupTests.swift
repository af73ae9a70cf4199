import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@testable import IndexStores

/// The copy of the file: it never holds what was revoked, unless that is told.
@Suite final class BackupTests {
  private let folder: TemporaryFolder
  private let data: UserDatabase

  init() throws {
    folder = try TemporaryFolder()
    data = UserDatabase(path: folder.path("user.sqlite"))
    for name in ["k", "other"] { try add(name) }
    try data.backUp()
  }

  private func add(_ name: String) throws(Failure) {
    _ = try data.addKey(
      AccessKey(name: name, actions: ["search"], domains: [], expires: nil, created: 7),
      hash: name, place: "here")
  }

  private var copied: [String] {
    get throws {
      try UserDatabase(path: folder.path(UserDatabase.backupName)).accessKeys().map(\.name)
    }
  }

  @Test func `that a copy still holds what was revoked is told`() throws {
    #expect(try data.deleteKey("k"))
    #expect(try copied == ["other"])
    for ending in ["-wal", "-shm"] { try FileOperations.system.remove(data.path + ending) }
    for (contents, code) in [
      (String(repeating: "no database ", count: 1_000), DiagnosticCode.userDataDamaged),
      ("", .userDataMissing),
    ] {
      try folder.write("user.sqlite", contents)
      let refused = failure { try data.forgetInBackup() }
      #expect(refused?.diagnostics.map(\.code) == [code])
      #expect(refused?.diagnostics.first?.message.contains("still holds") == true)
      #expect(refused?.diagnostics.first?.remedy?.contains("history restore-copy") == true)
    }
    #expect(try copied == ["other"], "the copy before it stays")
  }

  @Test func `copies that are made at the same moment are all made, the last of the last state`()
    throws
  {
    try folder.write("user.backup.sqlite.tmp", "what a killed process has left")
    for number in 0..<16 { try add("key \(number)") }
    let failures = Mutex<[String]>([])
    let data = data
    Workers.run(4) { worker in
      for number in 0..<4 {
        do throws(Failure) {
          _ = try data.deleteKey("key \(worker * 4 + number)")
        } catch {
          let text = "\(error)"
          failures.withLock { $0.append(text) }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try copied == ["k", "other"])
    #expect(try !folder.names().contains { $0.contains(".tmp") })
  }

  @Test
  func `whoever reads or writes while the copy is brought back finds all that the copy holds`()
    throws
  {
    let failures = Mutex<[String]>([])
    let data = data
    Workers.run(3) { worker in
      do throws(Failure) {
        for number in 0..<40 {
          switch worker {
          case 0:
            _ = try data.restore()
            Workers.pause()
          case 1:
            let names = try data.accessKeys().map(\.name)
            if !names.starts(with: ["k", "other"]) { failures.withLock { $0.append("\(names)") } }
          default:
            let name = "visitor \(number)"
            _ = try data.addKey(
              AccessKey(name: name, actions: ["search"], domains: [], expires: nil, created: 7),
              hash: name, place: "here")
          }
        }
      } catch {
        let text = "\(worker): \(error)"
        failures.withLock { $0.append(text) }
      }
    }
    #expect(failures.withLock { $0 } == [])
    try add("last")
    #expect(try data.accessKeys().contains { $0.name == "last" })
  }

  @Test func `whoever reads between the file and its copy waits for the copy`() throws {
    let found = Mutex<[String]?>(nil)
    let data = data
    // Whoever brings the copy back has put the file aside, and not copied yet.
    let lock = try FileLock(path: folder.path(UserDatabase.lockName))
    try data.putAside()
    Workers.detach {
      let names = (try? data.accessKeys().map(\.name)) ?? []
      found.withLock { $0 = names }
    }
    for _ in 0..<100 where found.withLock({ $0 == nil }) { Workers.pause() }
    try FileOperations.system.copy(folder.path(UserDatabase.backupName), to: data.path)
    _ = consume lock
    while found.withLock({ $0 == nil }) { Workers.pause() }
    #expect(found.withLock { $0 } == ["k", "other"])
  }

  @Test func `a write does not wait for a copy that is being made`() throws {
    let lock = try FileLock(path: folder.path(UserDatabase.backupLockName))
    try add("meanwhile")
    #expect(try data.accessKeys().contains { $0.name == "meanwhile" })
    _ = consume lock
  }

  @Test func `a write that waits too long says who holds the lock, and one that is cancelled ends`()
    throws
  {
    let lock = try FileLock(path: folder.path(UserDatabase.lockName))
    var impatient = data
    impatient.patience = 0
    var cancelled = data
    cancelled.cancellation = Cancellation()
    cancelled.cancellation.cancel()
    let key = AccessKey(name: "late", actions: ["search"], domains: [], expires: nil, created: 7)
    let refused = failure { _ = try impatient.addKey(key, hash: "late", place: "here") }
    #expect(refused?.diagnostics.map(\.code) == [.lockHeld])
    #expect(refused?.diagnostics.first?.message.contains("process \(getpid())") == true)
    #expect(
      failureCode { _ = try cancelled.addKey(key, hash: "late", place: "here") } == .cancelled)
    _ = consume lock
    #expect(try data.addKey(key, hash: "late", place: "here"))
  }

  @Test func `that a copy which another one is making may hold what was revoked is told`() throws {
    let lock = try FileLock(path: folder.path(UserDatabase.backupLockName))
    var cancelled = data
    cancelled.cancellation = Cancellation()
    cancelled.cancellation.cancel()
    let refused = failure { _ = try cancelled.deleteKey("k") }
    #expect(refused?.diagnostics.map(\.code) == [.lockHeld])
    #expect(refused?.diagnostics.first?.message.contains("may still hold") == true)
    #expect(try data.accessKeys().map(\.name) == ["other"], "it is revoked all the same")
    _ = consume lock
  }

  @Test func `what is revoked while the first copy is being made is not in that copy`() throws {
    let files = FileOperations.system
    let earlier = folder.path("earlier.sqlite")
    try files.rename(folder.path(UserDatabase.backupName), to: earlier)
    let hasEnded = Mutex(false)
    let data = data
    // Whoever makes the first copy has read the file, and given the copy no name yet.
    let lock = try FileLock(
      path: folder.path(UserDatabase.backupLockName), files: files, waiting: true)
    Workers.detach {
      #expect(throws: Never.self) { try data.deleteKey("k") }
      hasEnded.withLock { $0 = true }
    }
    for _ in 0..<100 where !hasEnded.withLock({ $0 }) { Workers.pause() }
    try files.rename(earlier, to: folder.path(UserDatabase.backupName))
    _ = consume lock
    while !hasEnded.withLock({ $0 }) { Workers.pause() }
    #expect(try copied == ["other"])
  }
}
