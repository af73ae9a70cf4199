import FootlightPlatform
import TestSupport
import Testing

@Suite struct FileWatchTests {
  @Test func `much that happens is told bit by bit`() throws {
    let folder = try TemporaryFolder()
    var watch = FileWatch()
    watch.watch([folder.path])
    guard watch.isComplete else { return }
    // Two files by turns: the same thing twice in a row is told once.
    for number in 0..<1_500 { try folder.write(number % 2 == 0 ? "a" : "b", "\(number)") }
    var told: [Int] = []
    while true {
      let events = watch.wait(milliseconds: 0)
      guard !events.isEmpty else { break }
      told.append(events.count)
    }
    #expect(told.reduce(0, +) >= 1_500)
    // Sixteen reads of 4 KB, of events of 32 bytes.
    #expect(told.max() ?? 0 <= 2_048 && told.count > 1)
  }

  @Test func `a folder that is renamed takes those in it along`() throws {
    let folder = try TemporaryFolder()
    try folder.write("d/a/file", "x")
    let folders: Set = [folder.path("d"), folder.path("d/a")]
    var watch = FileWatch()
    watch.watch(folders)
    guard watch.isComplete else { return }
    try FileOperations.system.rename(folder.path("d"), to: folder.path("e"))
    try folder.write("d/a/file", "y")
    _ = watch.wait(milliseconds: 0)
    watch.watch(folders)
    try folder.write("e/a/file", "old")
    var events = watch.wait(milliseconds: 0)
    #expect(events.isEmpty)
    try folder.write("d/a/file", "z")
    events = watch.wait(milliseconds: 0)
    #expect(events.contains { $0.folder == folder.path("d/a") })
  }
}
