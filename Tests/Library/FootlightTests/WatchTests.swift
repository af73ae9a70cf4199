import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@Suite struct WatchTests {
  private func workspace() throws -> TestWorkspace {
    let work = try TestWorkspace()
    try work.folder.write("domains/data/names.csv", "id,title\n1,alpha\n")
    try declare("names", title: "{title}", in: work)
    return work
  }

  private func declare(_ domain: String, title: String, in work: TestWorkspace) throws {
    try work.folder.replace(
      "domains/\(domain).yaml",
      """
      domain: \(domain)
      version: 1
      source: { kind: csv, path: data/names.csv }
      item: { id: "{id}", title: "\(title)" }

      """)
  }

  /// What never came.
  private struct Late: Error {}

  /// Waits until something holds; not for ever, so that a watch that never gets there fails the test.
  private func wait(until isSo: () throws -> Bool) throws {
    let end = SystemServices.system.monotonic() + 120_000_000_000
    while try !isSo() {
      guard SystemServices.system.monotonic() < end else { throw Late() }
      Workers.pause()
    }
  }

  /// Watches on a thread of its own while `body` runs; returns what was reported.
  private func watching(
    _ library: Library, pausesOnBattery: Bool = false,
    _ body: (_ reports: () -> [SyncReport]) throws -> Void
  ) throws -> [SyncReport] {
    let stop = Cancellation()
    let reports = Mutex<[SyncReport]>([])
    let isDone = Mutex(false)
    var options = WatchOptions(cancellation: stop) { report in
      reports.withLock { $0.append(report) }
    }
    options.pausesOnBattery = pausesOnBattery
    let chosen = options
    Workers.detach {
      try? library.watch(options: chosen)
      isDone.withLock { $0 = true }
    }
    do {
      defer { stop.cancel() }
      try body { reports.withLock { $0 } }
    }
    try wait { isDone.withLock { $0 } }
    return reports.withLock { $0 }
  }

  @Test func `what was there before, what changes, vanishes and comes back is applied`() throws {
    let work = try workspace()
    let library = try work.library()
    let reports = try watching(library) { reports in
      try wait { try library.ids("alpha") == ["1"] }
      try work.folder.write("domains/data/names.csv", "id,title\n1,beta\n2,gamma\n")
      try wait { try library.ids("gamma") == ["2"] }
      #expect(try library.ids("alpha").isEmpty)
      try FileOperations.system.remove(work.folder.path("domains/data/names.csv"))
      try wait { reports().contains { !$0.failures.isEmpty } }
      #expect(try library.ids("beta") == ["1"])
      // The index is free between batches.
      _ = try library.remove(["names"], waits: true)
      try work.folder.write("domains/data/names.csv", "id,title\n1,delta\n2,gamma\n")
      try wait { try library.ids("delta") == ["1"] }
      // Another declaration, while it runs; and one that is mended.
      try declare("more", title: "more {titel | upper", in: work)
      try wait { reports().flatMap(\.failures).count > 1 }
      try declare("more", title: "more {title}", in: work)
      try wait { try library.ids("more").count == 2 }
    }
    #expect(reports.flatMap(\.failures).count == 2, "each mistake is told once")
  }

  @Test func `a folder that is made while it is watched is read`() throws {
    let work = try TestWorkspace()
    try work.folder.write("domains/data/a/one.txt", "first")
    try work.folder.replace(
      "domains/notes.yaml",
      """
      domain: notes
      version: 1
      source: { kind: text, path: data/**/*.txt }
      item: { id: "{path}", title: "{name} {body}" }

      """)
    let library = try work.library()
    _ = try watching(library) { _ in
      try wait { try library.ids("first").count == 1 }
      try work.folder.write("domains/data/b/c/two.txt", "second")
      try wait { try library.ids("second").count == 1 }
      try work.folder.write("domains/data/b/c/two.txt", "third")
      try wait { try library.ids("third").count == 1 }
      try FileOperations.system.remove(work.folder.path("domains/data/b/c/two.txt"))
      try wait { try library.ids("third").isEmpty }
    }
  }

  @Test func `a program whose rows could not be applied is run again`() throws {
    let work = try TestWorkspace()
    // Twenty-five times as fast: a program is run again after a minute. Limits of time shrink as much.
    let began = SystemServices.system.monotonic()
    let now = SystemServices.system.now()
    work.system.monotonic = { began + 25 * (SystemServices.system.monotonic() - began) }
    work.system.now = { now + (SystemServices.system.monotonic() - began) / 40_000_000 }
    try work.folder.replace("domains/data/all", #"{"id": "x", "t": "first"}"# + "\n")
    try work.folder.replace(
      "domains/p.yaml",
      """
      domain: p
      version: 1
      source: { kind: command, command: [cat, data/all] }
      item: { id: "{id}", title: "{t}" }

      """)
    let library = try work.library()
    try library.allow("p")
    let reports = try watching(library) { reports in
      try wait { try library.ids("first") == ["x"] }
      let bad = #"{"id": "x", "t": ""}"# + "\n" + #"{"id": "y", "t": "second"}"# + "\n"
      try work.folder.replace("domains/data/all", bad)
      try wait { try library.ids("second") == ["y"] }
      #expect(try library.ids("first") == ["x"])
      try wait { reports().contains { !$0.failures.isEmpty } }
      try work.folder.replace("domains/data/all", #"{"id": "x", "t": "third"}"# + "\n")
      try wait { try library.ids("third") == ["x"] }
      #expect(try library.status().domains.first?.pending == 0)
    }
    let said = reports.flatMap(\.failures).map(\.message)
    #expect(said.allSatisfy { $0.contains("stays as it was indexed") }, "\(said)")
  }

  @Test func `on battery nothing is done, and afterwards all of it`() throws {
    let work = try workspace()
    let power = Power()
    work.system.isOnBattery = { power.isOnBattery }
    let library = try work.library()
    _ = try watching(library, pausesOnBattery: true) { reports in
      try wait { power.asked > 1 }
      #expect(reports().isEmpty)
      power.connect()
      try wait { try library.ids("alpha") == ["1"] }
    }
  }

  @Test func `a folder wakes who watches it, and others do not`() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    var watch = FileWatch()
    watch.watch([folder.path])
    guard watch.isComplete else { return }
    try other.write("file", "x")
    var events = watch.wait(milliseconds: 0)
    #expect(events.isEmpty)
    try folder.write("file", "x")
    events = watch.wait(milliseconds: 60_000)
    #expect(events.first?.folder == folder.path && events.contains { $0.name == "file" })
    #expect(events.last?.kind == .closed)
    watch.watch([other.path, folder.path + "/missing"])
    let isComplete = watch.isComplete
    #expect(isComplete, "what is not there is waited for in the folder above")
    _ = watch.wait(milliseconds: 0)
    try folder.write("file", "y")
    events = watch.wait(milliseconds: 0)
    #expect(events.isEmpty)
  }
}

/// A machine that runs on its battery until it is connected.
private final class Power: Sendable {
  private let isConnected = Atomic<Bool>(false)
  private let questions = Atomic<Int>(0)

  /// How often somebody has asked.
  var asked: Int { questions.load(ordering: .relaxed) }

  var isOnBattery: Bool {
    questions.wrappingAdd(1, ordering: .relaxed)
    return !isConnected.load(ordering: .relaxed)
  }

  func connect() { isConnected.store(true, ordering: .relaxed) }
}
