import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// What a process and an index hold after many rounds of change, sync and query: as much as after a few.
///
/// With `FOOTLIGHT_TORTURE` set 2,000 rounds, otherwise 60.
@Suite struct GrowthTests {
  #if os(Linux)
    @Test func `descriptors, memory and folder stay as they are over many rounds`() async throws {
      let folder = try TemporaryFolder()
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try GrowthTests.rounds(path)
      }
    }

    /// Runs the rounds, and ends the process where something has grown.
    private static func rounds(_ path: String) throws {
      let isLong = SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil
      let rounds = isLong ? 2_000 : 60
      var rows = (0..<400).map { "\($0),name \($0)" }
      let data = Path.join(path, "domains/names.csv")
      try FileOperations.system.createFolder(Path.join(path, "domains"))
      func write(_ path: String, _ text: String) throws {
        let file = try FileOperations.system.create(path)
        try file.write(Array(text.utf8).span)
      }
      try write(
        Path.join(path, "domains/names.yaml"),
        """
        domain: names
        version: 1
        source: { kind: csv, path: names.csv }
        item: { id: "{id}", title: "{title}" }

        """)
      let library = try Library(workspace: path, system: .isolated(in: path))
      // Behind the first rounds everything is there that is kept for good: half of them settle it.
      var settled: Held?
      for round in 0..<rounds {
        for place in 0..<3 { rows[(round * 7 + place * 13) % rows.count] += " r\(round % 50)" }
        if round % 50 == 49 { rows = (0..<400).map { "\($0),name \($0)" } }
        try write(data, "id,title\n" + rows.joined(separator: "\n") + "\n")
        try library.sync()
        guard try library.search("name r\(round % 50)").total > 0 || round % 50 == 49 else {
          exit(2)
        }
        if round == rounds / 2 { settled = try Held(path) }
      }
      let held = try Held(path)
      guard let settled else { exit(3) }
      print("growth after \(rounds) rounds: \(settled) became \(held)")
      guard held.descriptors <= settled.descriptors else { exit(4) }
      // The pages of an allocator come and go; what is kept for every round would be 2 MB a round.
      guard held.memory <= settled.memory + (24 << 20) else { exit(5) }
      guard held.folder <= 3 * settled.folder + (1 << 20) else { exit(6) }
    }
  #endif
}

/// What a process and a folder hold.
private struct Held: CustomStringConvertible {
  let descriptors: Int
  /// Private memory that is there, in bytes.
  let memory: Int
  let folder: Int

  init(_ path: String) throws {
    descriptors = try Folder.entries(of: "/proc/self/fd").count
    let status = try File.readWhole("/proc/self/status")
    memory =
      status.text(status.all).split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      .flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 } ?? 0
    folder = DiskQuota(in: Path.join(path, ".footlight"), bytes: 0).used
  }

  var description: String {
    "\(descriptors) descriptors, \(memory >> 20) MB, \(folder >> 10) KB of files"
  }
}
