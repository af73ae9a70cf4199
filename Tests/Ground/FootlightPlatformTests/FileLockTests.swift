import FootlightPlatform
import Synchronization
import TestSupport
import Testing

struct FileLockTests: ~Copyable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a second holder is refused and told who holds the lock`() throws {
    let path = folder.path("lock")
    do {
      let lock = try FileLock(path: path)
      let refused = failure { _ = try FileLock(path: path) }
      #expect(refused?.diagnostics.first?.code == .lockHeld)
      #expect(refused?.exitCode == 3)
      #expect(refused?.description.contains("process \(getpid()) ") == true)
      #expect(FileLock.holder(lock.path) == getpid())
    }
    #expect(FileLock.holder(path) == nil)
    _ = try FileLock(path: path)
  }

  @Test func `whoever waits gets the lock when it is free`() throws {
    let path = folder.path("lock")
    let order = Mutex<[String]>([])
    let mayEnd = Atomic<Bool>(false)
    let isHeld = Atomic<Bool>(false)
    Workers.run(2) { number in
      do throws(Failure) {
        if number == 1 {
          let lock = try FileLock(path: path)
          isHeld.store(true, ordering: .sequentiallyConsistent)
          #expect(Waiting.until { mayEnd.load(ordering: .sequentiallyConsistent) })
          order.withLock { $0.append("released by \(FileLock.holder(lock.path) ?? 0)") }
        } else {
          #expect(Waiting.until { isHeld.load(ordering: .sequentiallyConsistent) })
          _ = try FileLock(path: path, waiting: true) { holder in
            order.withLock { $0.append("waiting for \(holder ?? 0)") }
            mayEnd.store(true, ordering: .sequentiallyConsistent)
          }
          order.withLock { $0.append("taken") }
        }
      } catch {
        order.withLock { $0.append("\(error)") }
        mayEnd.store(true, ordering: .sequentiallyConsistent)
      }
    }
    let pid = getpid()
    #expect(order.withLock { $0 } == ["waiting for \(pid)", "released by \(pid)", "taken"])
  }

  @Test func `waiting ends when the caller gives up`() throws {
    let path = folder.path("lock")
    let lock = try FileLock(path: path)
    let cancellation = Cancellation()
    let refused = failureCode {
      _ = try FileLock(path: path, waiting: true, cancellation: cancellation) { _ in
        cancellation.cancel()
      }
    }
    #expect(refused == .cancelled)
    #expect(FileLock.holder(lock.path) == getpid())
  }

  @Test func `a lock file that a dead process left is free and names nobody for long`() throws {
    let path = try folder.write("lock", "99999\n")
    let lock = try FileLock(path: path)
    #expect(FileLock.holder(lock.path) == getpid())
    try folder.write("other", "no number\n")
    #expect(FileLock.holder(folder.path("other")) == nil)
  }

  @Test func `a link is not followed: nothing that it leads to is emptied`() throws {
    try folder.write("victim", "precious")
    try folder.link("lock", to: folder.path("victim"))
    let refused = failure { _ = try FileLock(path: folder.path("lock")) }
    #expect(refused?.diagnostics.first?.code == .filePath)
    #expect(refused?.diagnostics.first?.remedy != nil)
    #expect(try folder.text("victim") == "precious")
    try folder.link("nowhere", to: folder.path("missing"))
    #expect(failureCode { _ = try FileLock(path: folder.path("nowhere")) } == .filePath)
    #expect(try !folder.names().contains("missing"))
  }

  @Test func `a file with a second name, and one that holds something else, stay as they are`()
    throws
  {
    try folder.write("victim", "precious")
    let victim = folder.path("victim")
    #expect(secondName(victim, folder.path("lock")))
    #expect(failureCode { _ = try FileLock(path: folder.path("lock")) } == .fileWrongKind)
    #expect(try folder.text("victim") == "precious")
    do {
      let lock = try FileLock(path: try folder.write("other", "words of somebody"))
      #expect(FileLock.holder(lock.path) == nil)
    }
    #expect(try folder.text("other") == "words of somebody")
  }
}

/// C: link.
private func secondName(_ path: String, _ other: String) -> Bool {
  unsafe link(path, other) == 0
}
