import FileHandles
import FootlightPlatform
import TestSupport
import Testing

struct FaultTests: ~Copyable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func open(_ path: String, _ filesystem: String?) throws(Failure) -> Connection {
    let connection = try Connection(path: path, mode: .create, filesystem: filesystem)
    try connection.setPragma("synchronous", to: "full", expecting: "2")
    return connection
  }

  private static func prepare(_ path: String) throws(Failure) {
    try open(path, nil).execute("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, zeroblob(20000))")
  }

  private static func change(_ path: String, _ filesystem: String?) throws(Failure) {
    let connection = try open(path, filesystem)
    try connection.transaction { () throws(Failure) in
      try connection.execute("UPDATE t SET a = 2, b = zeroblob(30000); INSERT INTO t VALUES (2, 0)")
    }
  }

  /// The old state or the new one, whole: `1`, or `2 2`.
  private static func state(_ path: String) throws(Failure) -> [Int] {
    let connection = try Connection(path: path, mode: .readWrite)
    let check = try connection.statement("PRAGMA integrity_check")
    guard try check.step(), check.text(0) == "ok" else { return [-1] }
    check.reset()
    let select = try connection.statement("SELECT a FROM t")
    var found: [Int] = []
    while try select.step() { found.append(select.int(0)) }
    return found
  }

  @Test func `what SQLite writes is counted and comes in order`() throws {
    let path = folder.path("f")
    try FaultTests.prepare(path)
    let faults = Faults()
    try faults.registerSQLite(as: "counting")
    try FaultTests.change(path, "counting")
    #expect(try FaultTests.state(path) == [2, 2])
    #expect(faults.count > 10)
    #expect(faults.steps.contains { $0.contains("synchronize") && $0.contains(path) })
    // With a rollback journal, removing it is the commit.
    #expect(faults.steps.last?.contains("remove") == true)
  }

  @Test(arguments: [Faults.Kind.diskFull, .diskStaysFull, .failure])
  func `whatever write fails, the database is the old one or the new one`(_ kind: Faults.Kind)
    throws
  {
    var number = 0
    var outcomes: Set<[Int]> = []
    while true {
      number += 1
      let path = folder.path("f\(number)")
      try FaultTests.prepare(path)
      let faults = Faults(at: number, kind)
      try faults.registerSQLite(as: "failing-\(kind)-\(number)")
      let failure = failure { try FaultTests.change(path, "failing-\(kind)-\(number)") }
      if faults.count < number {
        #expect(failure == nil)
        break
      }
      let state = try FaultTests.state(path)
      outcomes.insert(state)
      #expect(state == [1] || state == [2, 2], "step \(number): \(faults.steps.last ?? "")")
      if let failure {
        #expect(failure.exitCode == 3)
        if kind != .failure { #expect(failure.diagnostics.first?.code == .sqliteFull) }
      } else {
        #expect(state == [2, 2], "a failure that nobody is told of: step \(number)")
      }
    }
    #expect(number > 10)
    #expect(outcomes.contains([1]))
  }

  @Test(arguments: [Faults.Kind.kill, .tornKill])
  func `killed at any write, the database is the old one or the new one`(_ kind: Faults.Kind)
    async throws
  {
    let counting = Faults()
    let isTorn = kind == .tornKill
    try counting.registerSQLite(as: "counting-\(isTorn)")
    let first = folder.path("counted")
    try FaultTests.prepare(first)
    try FaultTests.change(first, "counting-\(isTorn)")
    // Every step would be a process each: the first ones, the last ones and some between.
    let count = counting.count
    for number in Set([1, 2, 3, count / 2, count - 2, count - 1, count]) {
      let path = folder.path("f\(number)")
      try FaultTests.prepare(path)
      await #expect(processExitsWith: .signal(9)) {
        [path = path as String, number = number as Int, isTorn = isTorn as Bool] in
        let faults = Faults(at: number, isTorn ? .tornKill : .kill)
        try faults.observeSQLite()
        try FaultTests.change(path, nil)
      }
      #expect(try FaultTests.state(path) == [1], "step \(number) of \(count)")
    }
  }
}
