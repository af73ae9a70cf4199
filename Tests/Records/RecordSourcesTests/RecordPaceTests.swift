import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@testable import DeclaredRecords
@testable import SourceKinds

/// How fast programs are read.
struct RecordPaceTests {
  /// A machine on which time passes when somebody sleeps, and never else.
  private func system(_ time: Clock, whenSleeping: @escaping @Sendable () -> Void = {})
    -> SystemServices
  {
    var system = SystemServices.system
    system.monotonic = { time.value }
    system.sleep = { nanoseconds in
      time.add(nanoseconds)
      whenSleeping()
    }
    return system
  }

  private static let second: Int64 = 1_000_000_000

  @Test func `a thousand records at a hundred a second take nine seconds and more`() throws {
    let folder = try TemporaryFolder()
    let time = Clock()
    let system = system(time)
    var settings = DeclaredProgram(
      "/bin/sh",
      ["-c", "i=0; while [ $i -lt 1000 ]; do echo \"{\\\"a\\\":$i}\"; i=$((i+1)); done"],
      folder: folder.path)
    // The time that it waits for its reader is not the program's.
    settings.limits.timeLimit = RecordPaceTests.second
    let source = CommandSource(settings, system)
    let plain = readAll(try source.open(FieldPlan("a")), slots: 1)
    #expect(plain.records.count == 1_000 && time.value == 0)
    let paced = source.paced(by: RecordPace(100, system))
    let seen = readAll(try paced.open(FieldPlan("a")), slots: 1)
    #expect(seen.failure == nil && seen.values == plain.values)
    #expect(time.value >= 9 * RecordPaceTests.second)
    #expect(time.value <= 10 * RecordPaceTests.second)
  }

  @Test func `several reads share a pace, and what was not used for long is lost`() throws {
    let time = Clock()
    let pace = RecordPace(10, system(time))
    func take(_ lines: Int) throws -> Int64 {
      let before = time.value
      try pace.take(lines, Cancellation())
      return (time.value - before) / 100_000_000
    }
    #expect(try take(10) == 0)
    #expect(try take(5) == 5)
    #expect(try take(1) == 1)
    time.add(100 * RecordPaceTests.second)
    #expect(try take(10) == 0)
    #expect(try take(30) == 30)
    #expect(try take(0) == 0)
  }

  @Test func `who waits for the pace can be stopped`() throws {
    let cancellation = Cancellation()
    let time = Clock()
    let pace = RecordPace(1, system(time) { cancellation.cancel() })
    #expect(failureCode { try pace.take(1_000, cancellation) } == .cancelled)
    #expect(time.value < RecordPaceTests.second)
  }

  @Test func `other sources are as they were`() throws {
    let source = RecordList("names", [["id": 1]])
    #expect(source.paced(by: RecordPace(1, .system)) is RecordList)
  }
}

/// A clock that closures share.
private final class Clock: Sendable {
  private let number = Mutex<Int64>(0)

  var value: Int64 { number.withLock { $0 } }

  func add(_ difference: Int64) { number.withLock { $0 += difference } }
}
