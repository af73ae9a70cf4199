import FootlightPlatform
import Synchronization

/// Which builds run at the same time: small domains side by side on one thread each, a large one
/// alone on all threads.
package struct BuildSchedule: Sendable {
  /// How many bytes of source make a domain large: about a second of work.
  private static let large = 24 << 20
  /// How much memory a build aims at when nothing else is said; `docs/benchmarks.md` tells what a
  /// whole process used with it.
  private static let defaultMemory = 256 << 20

  /// The share of the memory of a call that gathered items may take; the rest is for reading and
  /// for merging.
  package static func itemMemory(of wanted: Int?) -> Int {
    max(1 << 20, (wanted ?? defaultMemory) / 16 * 5)
  }

  private let small: [DomainBuild]
  private let big: [DomainBuild]
  private let threads: Int
  private let memory: Int

  init(_ builds: [DomainBuild], options: SyncOptions) {
    threads = max(1, options.threads ?? Workers.processors)
    memory = BuildSchedule.itemMemory(of: options.memory)
    // A single domain has nobody to share the threads with.
    let cut = builds.count == 1 ? 0 : BuildSchedule.large
    small = builds.filter { ($0.files.bytes ?? 0) < cut }
    big = builds.filter { ($0.files.bytes ?? 0) >= cut }
  }

  /// Builds everything; a failure stops nobody else.
  func run() -> [(String, Result<SyncRow, Failure>)] {
    let results = Mutex<[(String, Result<SyncRow, Failure>)]>([])
    let next = Atomic<Int>(0)
    let side = min(threads, small.count)
    if side > 0 {
      Workers.run(side) { _ in
        while true {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < small.count else { return }
          let build = small[index]
          let result = build.run(threads: 1, memory: memory / side)
          results.withLock { $0.append((build.name, result)) }
        }
      }
    }
    var all = results.withLock { $0 }
    for build in big { all.append((build.name, build.run(threads: threads, memory: memory))) }
    return all
  }
}
