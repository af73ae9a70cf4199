package import DeclaredRecords
package import FootlightPlatform
import Synchronization

/// How many lines a second are taken from programs, those of all reads together: as many as come in
/// one second at once, and then no more than that in each.
///
/// A program that is faster waits, since its pipe is full; that does not count as its time.
/// The generic cell rate algorithm (ITU-T I.371, annex A), with a second as the tolerance.
package final class RecordPace: Sendable {
  private static let second: Int64 = 1_000_000_000
  /// How often the flag of cancellation is looked at.
  private static let nap: Int64 = 50_000_000

  private let rate: Int
  private let system: SystemServices
  /// When all that was taken would have come at an even pace.
  private let even: Mutex<Int64>

  /// A pace of so many lines a second.
  package init(_ rate: Int, _ system: SystemServices) {
    self.rate = max(1, rate)
    self.system = system
    even = Mutex(system.monotonic())
  }

  /// How many bytes to read at a time, so that what is taken at once stays small.
  var block: Int { min(1 << 20, max(1 << 12, min(rate, 1 << 16) * 16)) }

  /// Waits until so many more lines may have been taken.
  func take(_ lines: Int, _ cancellation: Cancellation) throws(Failure) {
    let cost = Int64((Double(lines) / Double(rate) * Double(RecordPace.second)).rounded(.up))
    let due = even.withLock { even in
      even = max(even, system.monotonic()) + cost
      return even - RecordPace.second
    }
    while true {
      try cancellation.check()
      let left = due - system.monotonic()
      guard left > 0 else { return }
      system.sleep(min(left, RecordPace.nap))
    }
  }
}

extension RecordSource {
  /// The same source with programs that are read no faster than at a pace; others are as they were.
  package func paced(by pace: RecordPace) -> any RecordSource {
    guard var command = self as? CommandSource else { return self }
    command.pace = pace
    return command
  }
}
