import FootlightPlatform
import FuzzTargets
import TestSupport
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

  /// Without libFuzzer nobody knows what a mutation reaches: many of them make up for a part of that.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `what must hold holds for mutations of a corpus`(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = CorpusTests.folder(of: name)
    var corpus: [[UInt8]] = []
    for entry in try Folder.entries(of: folder) {
      let bytes = try File.readWhole(Path.join(folder, entry.name))
      corpus.append(bytes.bytes(bytes.all))
    }
    var random = SeededRandom.announced("mutations of \(name)")
    let isTorture = SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil
    for round in 0..<(isTorture ? 5_000 : 60) {
      let bytes = CorpusTests.mutation(of: corpus, &random)
      let problem = target.run(bytes)
      #expect(problem == nil, "seed \(random.seed), round \(round): \(bytes)")
      guard problem == nil else { return }
    }
  }

  /// A file of a corpus with some bytes changed, left out, doubled or taken from another one.
  private static func mutation(of corpus: [[UInt8]], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = random.pick(corpus) ?? []
    for _ in 0...random.below(4) {
      let place = random.below(bytes.count + 1)
      let end = min(bytes.count, place + 1 + random.below(random.oneIn(4) ? 200 : 6))
      switch random.below(6) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.insert(contentsOf: random.bytes(1 + random.below(4)), at: place)
      case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
      case 4:
        let other = random.pick(corpus) ?? []
        let from = random.below(other.count + 1)
        bytes.replaceSubrange(place..<end, with: other[from..<min(other.count, from + 40)])
      default:
        guard place < bytes.count else { continue }
        bytes[place] = random.pick([0, 0x0A, 0x22, 0x2C, 0x5C, 0x7B, 0x7F, 0x80, 0xC3, 0xFF]) ?? 0
      }
    }
    return bytes
  }
}
