import FootlightDiagnostics
import FootlightPlatform
import FuzzTargets
import Testing

/// Every file of every corpus once, findings of fuzzers among them: `make fuzz` finds more.
@Suite struct CorpusTests {
  /// The folder of the corpora: this file lies in Tests/FuzzTests.
  private static func folder(of target: String) -> String {
    let tests = Path.parent(of: #filePath).flatMap { Path.parent(of: $0) } ?? "."
    return Path.join(Path.parent(of: tests) ?? ".", "Fuzz/Corpus/\(target)")
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `what must hold holds for every file of a corpus`(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = CorpusTests.folder(of: name)
    let files = try Folder.entries(of: folder).map(\.name)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try File.readWhole(Path.join(folder, file))
      let problem = target.run(bytes.bytes(bytes.all))
      #expect(problem == nil, "\(name)/\(file)")
    }
    // And some that nobody wrote: the ends of the first file.
    let first = try File.readWhole(Path.join(folder, files[0]))
    for count in 0..<min(first.count, 40) {
      #expect(target.run(first.bytes(ByteRange(start: 0, count: count))) == nil, "\(count) bytes")
    }
  }
}
