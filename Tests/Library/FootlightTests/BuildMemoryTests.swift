import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A build needs the memory that it was given, however many items there are.
///
/// With `FOOTLIGHT_TORTURE` set three million items at the default, otherwise sixty thousand with little memory.
@Suite(.serialized) struct BuildMemoryTests {
  #if os(Linux)
    @Test func `a build stays within the memory that it was given and 64 MB`() async throws {
      let isLong = SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil
      let folder = try TemporaryFolder()
      try BuildMemoryTests.write(isLong ? 3_000_000 : 60_000, to: folder)
      for wanted in isLong ? [256, 64] : [8] {
        try FileOperations.system.removeTree(folder.path(".footlight"))
        await #expect(processExitsWith: .success, "\(wanted) MB") {
          [path = folder.path as String, wanted = wanted as Int] in
          let peak = Mutex(0)
          let isDone = Atomic<Bool>(false)
          Workers.run(2) { number in
            if number == 1 {
              while !isDone.load(ordering: .relaxed) {
                let now = PrivateMemory.now
                peak.withLock { $0 = max($0, now) }
                usleep(2_000)
              }
            } else {
              _ = try? Library(workspace: path).sync(options: SyncOptions(memory: wanted << 20))
              isDone.store(true, ordering: .relaxed)
            }
          }
          let found = peak.withLock { $0 }
          print("\(found >> 20) MB of private memory with \(wanted) MB")
          guard found <= (wanted + 64) << 20 else { exit(4) }
          let total = try Library(workspace: path).search("item").total
          guard total == (wanted == 8 ? 60_000 : 3_000_000) else { exit(5) }
        }
      }
    }
  #endif

  /// Writes items with words of their own, of others, and of few.
  private static func write(_ count: Int, to folder: borrowing TemporaryFolder) throws {
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: names.csv }
      item: { id: "{id}", title: "{title}", aliases: ["{alias}"], body: "{body}" }

      """)
    var random = SeededRandom.announced("items of a build")
    let file = try FileOperations.system.create(folder.path("domains/names.csv"))
    var rows = ByteArena("id,title,alias,body\n")
    for number in 0..<count {
      rows.append("\(number),item w\(random.below(40_000)) t\(number / 3),a\(number % 997),")
      for _ in 0..<10 { rows.append(" w\(random.below(400) * random.below(1_000))") }
      rows.append("\n")
      if rows.count > 1 << 20 || number == count - 1 {
        try file.write(rows, rows.all)
        rows.removeAll()
      }
    }
  }
}

/// The private memory of this process.
private enum PrivateMemory {
  static var now: Int {
    guard let status = try? File.readWhole("/proc/self/status") else { return 0 }
    return status.text(status.all).split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      .flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 } ?? 0
  }
}
