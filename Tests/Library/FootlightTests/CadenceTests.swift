import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

/// How often programs are run, how fast they are read, and what that leaves behind.
@Suite struct CadenceTests {
  /// A clock of seconds, and one that moves when somebody sleeps.
  private final class Clock: Sendable {
    private let time = Mutex<(now: Int64, slept: Int64)>((4_000_000_000, 0))

    var now: Int64 { time.withLock { $0.now } }
    var slept: Int64 { time.withLock { $0.slept } }

    func pass(_ seconds: Int64) { time.withLock { $0.now += seconds } }
    func sleep(_ nanoseconds: Int64) { time.withLock { $0.slept += nanoseconds } }
  }

  private let clock = Clock()
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
    let clock = clock
    work.system.now = { clock.now }
  }

  /// Declares a domain whose records a script prints.
  private func declare(_ domain: String = "p", _ script: String, source: String = "") throws {
    try work.folder.write(
      "domains/\(domain).yaml",
      """
      domain: \(domain)
      version: 1
      source: { kind: command, command: [sh, -c, '\(script)']\(source) }
      item: { id: "{id}", title: "{t}" }

      """)
  }

  private func library() throws -> Library {
    let library = try work.library()
    try library.allow("p")
    return library
  }

  private func write(_ name: String, _ lines: [String]) throws {
    try work.folder.write("domains/" + name, lines.map { $0 + "\n" }.joined())
  }

  private func runs() throws -> [Substring] {
    try work.folder.text("domains/runs").split(separator: "\n")
  }

  private static func record(_ id: Int, _ title: String) -> String {
    "{\"id\": \(id), \"t\": \"\(title)\"}"
  }

  private static let day: Int64 = 86_400

  @Test func `two who refresh at the same time run the program once (TB-14)`() throws {
    try write("all", [CadenceTests.record(1, "one"), CadenceTests.record(2, "two")])
    try declare(
      "p", "echo run >> runs; sleep 0.2; cat all", source: ", refresh: { every: 1d }")
    let library = try library()
    func refresh() throws -> [SyncDecision] {
      let decisions = Mutex<[SyncDecision]>([])
      Workers.run(3) { _ in
        let report = try? library.sync(options: SyncOptions(waits: true))
        decisions.withLock { $0 += report?.rows.map(\.decision) ?? [] }
      }
      return decisions.withLock { $0 }
    }
    #expect(try refresh().count { $0 == .build } == 1)
    #expect(try runs().count == 1)
    clock.pass(CadenceTests.day - 1)
    #expect(try refresh() == [.none, .none, .none])
    #expect(try runs().count == 1)
    // It is due; that nothing has changed is asked once a day, too, by one of them.
    for days in 2...3 {
      clock.pass(CadenceTests.day)
      #expect(try refresh() == [.none, .none, .none])
      #expect(try runs().count == days)
    }
    try write("all", [CadenceTests.record(1, "uno"), CadenceTests.record(2, "two")])
    #expect(try refresh() == [.none, .none, .none])
    clock.pass(CadenceTests.day)
    #expect(try refresh().count { $0 == .apply } == 1)
    #expect(try runs().count == 4)
    #expect(try library.ids("uno") == ["1"])
  }

  @Test func `each domain is run when its own time has come`() throws {
    try write("all", [CadenceTests.record(1, "one")])
    try declare("p", "echo p >> runs; cat all", source: ", refresh: { every: 1d }")
    try declare("q", "echo q >> runs; cat all", source: ", refresh: { every: 2w }")
    let library = try library()
    try library.allow("q")
    var expected = ["p", "q"]
    try library.sync()
    #expect(try runs().map(String.init).sorted() == expected)
    for _ in 1...3 {
      clock.pass(CadenceTests.day)
      try library.sync()
      expected.append("p")
      #expect(try runs().map(String.init).sorted() == expected.sorted())
    }
  }

  /// What the files of the index hold, but for who has indexed last.
  private func index() throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in try work.files() where name != "lock" && !name.hasSuffix("-shm") {
      let bytes = try File.readWhole(work.folder.path(".footlight/" + name))
      if bytes.count > 0 { found[name] = bytes.bytes(bytes.all) }
    }
    return found
  }

  @Test func `a source that has not changed leaves every byte of the index (TB-15)`() throws {
    let scripts = [
      // It says so; it prints the same records; it is not even run.
      ("if [ -n \"$FOOTLIGHT_CURSOR\" ]; then cat same; else cat all; fi", ""),
      ("grep -v cursor all", ""),
      ("cat all", ", refresh: { every: 1d }"),
    ]
    try write("same", ["{\"unchanged\": true}"])
    try write("all", [CadenceTests.record(1, "one"), "{\"cursor\": \"c\"}"])
    for (script, source) in scripts {
      try declare("p", script, source: source)
      let library = try library()
      _ = try? library.remove(["p"])
      #expect(try library.sync().rows.first?.items == 1)
      let before = try index()
      #expect(before.keys.contains { $0.hasPrefix("p.") } && before["catalog.sqlite"] != nil)
      for _ in 0..<3 {
        clock.pass(60)
        #expect(try library.sync().rows.first?.decision == SyncDecision.none)
      }
      let after = try index()
      #expect(after.keys.sorted() == before.keys.sorted())
      for (name, bytes) in before { #expect(after[name] == bytes, "\(name) \(script)") }
    }
  }

  @Test func `after a wipe the same source fills the index again (TB-18)`() throws {
    try write("same", ["{\"unchanged\": true}"])
    try write(
      "all",
      [CadenceTests.record(1, "one"), CadenceTests.record(2, "two"), "{\"cursor\": \"c\"}"])
    try declare(
      "p",
      "if [ -n \"$FOOTLIGHT_CURSOR\" ]; then echo changes >> runs; cat same; "
        + "else echo all >> runs; cat all; fi",
      source: ", refresh: { every: 1d, full_every: 30d }")
    let library = try library()
    try library.sync()
    clock.pass(CadenceTests.day)
    try library.sync()
    #expect(try runs() == ["all", "changes"])
    // Neither the cursor nor the time of the last run outlives the items.
    _ = try library.remove(["p"])
    #expect(try library.ids("one").isEmpty)
    #expect(try library.sync().rows.first?.items == 2)
    #expect(try runs() == ["all", "changes", "all"])
    #expect(try library.ids("one") == ["1"])
    try FileOperations.system.removeTree(work.folder.path(".footlight"))
    try library.allow("p")
    #expect(try library.sync().rows.first?.items == 2)
    #expect(try runs().last == "all")
  }

  @Test func `programs are read as fast as is wished, all of them together`() throws {
    let clock = clock
    work.system.monotonic = { clock.slept }
    work.system.sleep = { clock.sleep($0) }
    let print =
      "i=0; while [ $i -lt 500 ]; do echo \"{\\\"id\\\":$i,\\\"t\\\":\\\"t$i\\\"}\"; "
      + "i=$((i+1)); done"
    try declare("p", print)
    try declare("q", print)
    let library = try library()
    try library.allow("q")
    var options = SyncOptions()
    options.maxRate = 100
    #expect(try library.sync(options: options).rows.map(\.items) == [500, 500])
    #expect(clock.slept >= 9_000_000_000)
    let built = clock.slept
    #expect(try library.sync().rows.map(\.decision) == [.none, .none])
    #expect(clock.slept == built, "without the option nobody waits")
    #expect(try library.sync(options: options).rows.map(\.decision) == [.none, .none])
    #expect(clock.slept >= built + 9_000_000_000, "what is only compared is read, too")
  }
}
