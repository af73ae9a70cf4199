import DeclaredRecords
import SourceKinds
import Synchronization
import TestSupport
import Testing

@testable import Footlight
@testable import FootlightPlatform

/// When a watched domain is looked at; times are in milliseconds.
@Suite struct WatchedDomainTests {
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
    try work.folder.write("domains/data/names.csv", "id,title\n1,alpha\n")
    try declare(title: "{title}")
  }

  private func declare(_ name: String = "names", title: String) throws {
    try work.folder.write(
      "domains/\(name).yaml",
      """
      domain: \(name)
      version: 1
      source: { kind: csv, path: data/names.csv }
      item: { id: "{id}", title: "\(title)" }

      """)
  }

  private static let milli: Int64 = 1_000_000

  private func watched(isDatabase: Bool = false) throws -> WatchedDomain {
    var declared = try #require(try work.library().open.declarations().domains["names"])
    if isDatabase { declared.definition.source.kind = SourceKind.sqlite.name }
    var domain = WatchedDomain(declared)
    domain.folders = ["/data"]
    domain.due = 2_000 * WatchedDomainTests.milli
    return domain
  }

  @Test func `looking at many domains takes as much of the time as looking at one`() throws {
    let watcher = Watcher(
      open: try work.library().open, selection: DomainSelection([]), options: WatchOptions())
    let milli = WatchedDomainTests.milli
    #expect(watcher.pause(isTold: true, cost: milli) == 2_000 * milli)
    #expect(watcher.pause(isTold: true, cost: milli, of: 300) == 30_000 * milli)
    #expect(watcher.pause(isTold: true, cost: 5 * milli, of: 300) == 60_000 * milli)
    #expect(watcher.pause(isTold: false, cost: milli, of: 300) == 3_000 * milli)
    #expect(watcher.pause(isTold: true, cost: .max, of: 1_000_000) == 60_000 * milli)
  }

  @Test func `domains that are told, run or pushed do not delay one that is not told`() throws {
    var watcher = Watcher(
      open: try work.library().open, selection: DomainSelection([]), options: WatchOptions())
    var told = try watched()
    told.isTold = true
    let untold = try watched()
    var pushed = untold
    pushed.declared.definition.source.kind = SourceKind.external.name
    var run = untold
    run.declared.definition.source.kind = SourceKind.http.name
    watcher.domains = ["untold": untold]
    for number in 0..<20 {
      watcher.domains["told \(number)"] = told
      watcher.domains["pushed \(number)"] = pushed
      watcher.domains["run \(number)"] = run
    }
    let milli = WatchedDomainTests.milli
    #expect(watcher.pause(for: untold, cost: 400 * milli) == 4_000 * milli)
    #expect(watcher.pause(for: told, cost: 10 * milli) == 20_000 * milli)
    watcher.domains["another"] = untold
    #expect(watcher.pause(for: untold, cost: 400 * milli) == 8_000 * milli)
  }

  /// A clock that only a report sets forward.
  private final class Clock: Sendable {
    let now = Mutex<Int64>(0)
  }

  @Test func `a build that takes long does not delay the next look`() throws {
    let clock = Clock()
    let second = 1_000 * WatchedDomainTests.milli
    work.system.monotonic = { clock.now.withLock { $0 } }
    var watcher = Watcher(
      open: try work.library().open, selection: DomainSelection([]),
      options: WatchOptions { _ in clock.now.withLock { $0 += 20 * second } })
    watcher.reload()
    watcher.look("names")
    #expect(clock.now.withLock { $0 } == 20 * second, "it was built")
    #expect(try #require(watcher.domains["names"]).due <= 22 * second)
  }

  @Test func `domains of which nothing was told are looked at together, and others one by one`()
    throws
  {
    for name in ["a", "b", "c", "d"] { try declare(name, title: "{title}") }
    // Files that were written just now are looked at again.
    work.system.now = { SystemServices.system.now() + 60 }
    let library = try work.library()
    var watcher = Watcher(
      open: library.open, selection: DomainSelection([]), options: WatchOptions())
    watcher.reload()
    let names = watcher.domains.keys.sorted()
    #expect(names == ["a", "b", "c", "d", "names"])
    #expect(watcher.passOver(names) == names, "nothing is known of them")
    for name in names { watcher.look(name) }
    for name in names { watcher.domains[name]?.due = 0 }
    watcher.domains["b"]?.changed = (0, 0)
    try declare("c", title: "{title} more")
    watcher.reload()
    for name in names where name != "b" { watcher.domains[name]?.changed = nil }
    #expect(watcher.passOver(names) == ["b", "c"])
    for name in ["a", "d", "names"] { #expect((watcher.domains[name]?.due ?? 0) > 0) }
  }

  private func note(
    _ domain: inout WatchedDomain, _ kind: FileEvent.Kind, at time: Int64, name: String = "f",
    folder: String = "/data"
  ) -> Bool {
    domain.note(
      FileEvent(folder: folder, name: name, kind: kind), at: time * WatchedDomainTests.milli)
  }

  private func next(_ domain: WatchedDomain) -> Int64 { domain.next / WatchedDomainTests.milli }

  @Test func `nothing told, it is looked at when it is due`() throws {
    var domain = try watched()
    #expect(next(domain) == 2_000)
    #expect(!note(&domain, .closed, at: 7, folder: "/elsewhere"))
    #expect(next(domain) == 2_000)
  }

  @Test func `a file that was closed is read at once`() throws {
    var domain = try watched()
    #expect(note(&domain, .written, at: 100))
    #expect(note(&domain, .closed, at: 130))
    #expect(next(domain) == 100)
    var moved = try watched()
    #expect(note(&moved, .moved, at: 100))
    #expect(next(moved) == 100)
  }

  @Test func `a file that is being written is left alone, also by the look that is due`() throws {
    var domain = try watched()
    for time in stride(from: Int64(1_500), through: 2_400, by: 100) {
      #expect(note(&domain, .written, at: time))
    }
    #expect(next(domain) == 3_400, "a second of calm, although it was due at 2,000")
    #expect(note(&domain, .closed, at: 2_450))
    #expect(next(domain) <= 2_000)
  }

  @Test func `of several files the last one counts that is closed`() throws {
    var domain = try watched()
    #expect(note(&domain, .written, at: 100, name: "a"))
    #expect(note(&domain, .written, at: 110, name: "b"))
    #expect(note(&domain, .closed, at: 120, name: "a"))
    #expect(next(domain) == 1_120)
    #expect(note(&domain, .closed, at: 130, name: "b"))
    #expect(next(domain) == 100)
  }

  @Test func `who never closes a file is not waited for for ever`() throws {
    var domain = try watched()
    for time in stride(from: Int64(100), through: 20_000, by: 500) {
      #expect(note(&domain, .written, at: time))
    }
    #expect(next(domain) == 5_100)
  }

  @Test func `a database is open all the time, and its first change counts`() throws {
    var domain = try watched(isDatabase: true)
    #expect(!note(&domain, .closed, at: 50, name: "f-wal"))
    #expect(!note(&domain, .written, at: 50, name: "f-shm"))
    #expect(next(domain) == 2_000)
    #expect(note(&domain, .written, at: 100, name: "f-wal"))
    #expect(note(&domain, .written, at: 900, name: "f-wal"))
    #expect(next(domain) == 100)
  }

  private static let second: Int64 = 1_000_000_000

  @Test func `what fails is tried again later and later, and not while nothing has changed`() throws
  {
    let second = WatchedDomainTests.second
    var domain = try watched()
    var now: Int64 = 0
    var waits: [Int64] = []
    for _ in 0..<9 {
      domain.fail(at: now, cost: 0, look: "a", pause: 2 * second)
      #expect(domain.due <= now + 2 * second, "the source is looked at all the same")
      #expect(domain.isHopeless("a", at: domain.retry - 1))
      #expect(!domain.isHopeless("a", at: domain.retry))
      #expect(!domain.isHopeless("b", at: now) && !domain.isHopeless(nil, at: now))
      waits.append((domain.retry - now) / second)
      now = domain.retry
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 64, 64])
    // Another source begins anew, and so does one that was good meanwhile.
    domain.fail(at: now, cost: 0, look: "b", pause: 2 * second)
    #expect(domain.retry == now + second)
    domain.fail(at: now, cost: 0, look: "b", pause: 2 * second)
    domain.succeed(at: now, pause: 2 * second)
    #expect(domain.due == now + 2 * second && !domain.isHopeless("b", at: now))
    domain.fail(at: now, cost: 0, look: "b", pause: 2 * second)
    #expect(domain.retry == now + second)
  }

  @Test func `what is dear is tried again seldom, a missing file often`() throws {
    let second = WatchedDomainTests.second
    var domain = try watched()
    domain.fail(at: 0, cost: 30 * second, look: "a", pause: 2 * second)
    #expect(domain.retry == 300 * second && domain.due == 2 * second)
    domain.fail(at: 0, cost: 4_000 * second, look: "a", pause: 2 * second)
    #expect(domain.retry == 3_600 * second)
    for _ in 0..<5 {
      domain.fail(at: 0, cost: 9 * second, look: nil, pause: 2 * second, isMissing: true)
      #expect(domain.due == second)
    }
  }

  @Test func `rows that cannot be applied are tried again when the journal says so`() throws {
    let second = WatchedDomainTests.second
    var domain = try watched()
    domain.fail(at: 0, cost: 0, look: "a", pause: 2 * second, wait: 160 * second)
    #expect(domain.retry == 160 * second)
    #expect(domain.isHopeless("a", at: 159 * second) && !domain.isHopeless("b", at: 1))
  }

  @Test func `a program is run within a minute whatever could not be applied, and others sooner`()
    throws
  {
    let second = WatchedDomainTests.second
    var domain = try watched()
    domain.fail(at: 0, cost: 0, look: nil, pause: 2 * second, wait: 160 * second)
    #expect(domain.due == 60 * second && domain.retry == 160 * second)
    domain.fail(at: 0, cost: 0, look: nil, pause: 2 * second, wait: 40 * second)
    #expect(domain.due == 40 * second)
    // Nobody can tell that it looks the same.
    #expect(!domain.isHopeless(nil, at: 0))
    domain.fail(at: 0, cost: 0, look: nil, pause: 2 * second)
    #expect(domain.due == domain.retry && domain.retry == 4 * second)
  }

  @Test func `who has waited for another indexer builds what is declared by then`() throws {
    let library = try work.library()
    let lock = work.folder.path(".footlight/lock")
    try library.sync()
    try declare(title: "old {title}")
    let held = Mutex<FileLock?>(try FileLock(path: lock))
    let folder = work.folder.path
    let options = SyncOptions(waits: true) { update in
      guard update.phase == .waiting else { return }
      // Meanwhile the declaration is changed once more.
      let path = folder + "/domains/names.yaml"
      if let text = try? File.readWhole(path) {
        let changed = text.text(text.all).split(separator: "old ").joined(separator: "young ")
        try? FileOperations.system.create(path).write(Array(changed.utf8).span)
      }
      held.withLock { $0 = nil }
    }
    #expect(try library.sync(options: options).rows.first?.decision == .rebuild)
    #expect(try library.ids("young") == ["1"] && library.ids("old").isEmpty)
    #expect(try library.sync().rows.first?.decision == SyncDecision.none)
  }
}
