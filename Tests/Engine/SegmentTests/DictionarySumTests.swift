import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// Dictionaries of hidden items, added up, say what the dictionary of all these items says.
@Suite struct DictionarySumTests {
  private static func dictionary(_ items: [StoredItem]) throws -> Segment {
    let writer = try SegmentWriter(
      .dictionary, path: "/nowhere", settings: IndexSettings(analyzer: Analyzer()),
      memory: 1 << 20, scratchFolder: "/nowhere")
    let worker = writer.worker()
    worker.beginBatch(0)
    var buffer = ItemBuffer()
    for (place, item) in items.enumerated() {
      buffer.fill(with: item, record: UInt32(place + 1))
      #expect(worker.add(buffer) == nil)
    }
    try worker.endBatch()
    _ = try writer.finish(keeping: .keepLast)
    return try open(try #require(writer.takeBytes()))
  }

  private static func open(_ bytes: SegmentBytes) throws -> Segment {
    var copy = ByteArena(capacity: bytes.bytes.count)
    copy.append(bytes.bytes, bytes.bytes.all)
    let generation = try Segment(blob: copy, isDictionary: true, path: "a dictionary")
    try generation.verify(quick: false)
    return generation
  }

  /// What a dictionary says: of each term how many items hold it, and of each prefix of several terms.
  private static func contents(_ generation: Segment) throws -> [String] {
    let table = try ResidentDictionary(generation)
    let terms = (0..<table.count).map { number in
      let text = String(decoding: table.text(number), as: UTF8.self)
      return "\(text) \(table[number].documents) \(table[number].inNames)"
    }
    let ranges = try generation.wideCounts().map { key, count in
      "\(key >> 32)..<\(key >> 1 & 0x7FFF_FFFF) \(key & 1): \(count)"
    }
    return terms + ranges.sorted() + ["\(generation.summary.items) items"]
  }

  private static func item(_ number: Int, _ random: inout SeededRandom) -> StoredItem {
    let letters = ["a", "b", "ä", "c", "東", "1", "ß"]
    func text(_ most: Int) -> String {
      (0...random.below(most)).map { _ in
        (0...random.below(5)).map { _ in letters[random.below(letters.count)] }.joined()
      }.joined(separator: " ")
    }
    return .item(
      "\(number)", text(3), body: random.oneIn(3) ? "" : text(12),
      aliases: random.oneIn(2) ? [] : [text(2)])
  }

  @Test(arguments: 1...6)
  func `a sum less what is removed is the dictionary of what is left`(_ round: Int) throws {
    var random = SeededRandom.announced("sums of dictionaries, round \(round)")
    var parts: [[StoredItem]] = []
    for _ in 0..<1 + random.below(5) {
      let first = parts.reduce(0) { $0 + $1.count }
      let count = 1 + random.below(round < 4 ? 12 : 150)
      parts.append((first..<first + count).map { Self.item($0, &random) })
    }
    let removed = parts.map { part in part.filter { _ in random.oneIn(4) } }
    let left = zip(parts, removed).flatMap { part, removed in
      part.filter { item in !removed.contains { $0.id == item.id } }
    }
    guard !left.isEmpty else { return }
    let sum = try #require(
      try SegmentBytes.dictionary(
        sumOf: try parts.map(Self.dictionary),
        less: try removed.filter { !$0.isEmpty }.map(Self.dictionary)))
    #expect(sum.items == left.count)
    let found = try Self.contents(try Self.open(sum.bytes))
    #expect(found == (try Self.contents(try Self.dictionary(left))))
    // Few items may have no two words with a prefix in common.
    let hasRanges = found.contains { $0.contains("..<") }
    #expect(hasRanges || left.count < 50, "there are prefixes of several words")
  }

  @Test func `what is removed must have been there`() throws {
    let one = try Self.dictionary([.item("1", "alpha beta")])
    let other = try Self.dictionary([.item("2", "gamma")])
    #expect(try SegmentBytes.dictionary(sumOf: [], less: []) == nil)
    var code: DiagnosticCode?
    do throws(Failure) {
      _ = try SegmentBytes.dictionary(sumOf: [one], less: [other])
    } catch {
      code = error.diagnostics.first?.code
    }
    #expect(code == .indexDamaged)
  }

  @Test func `a delta's dictionary in memory says what its blocks say`() throws {
    var random = SeededRandom.announced("dictionaries in memory")
    let items = (0..<300).map { Self.item($0, &random) }
    let generation = try Self.dictionary(items)
    let table = try ResidentDictionary(generation)
    #expect(table.count == generation.summary.terms)
    let folder = try TemporaryFolder()
    // A file of the same items, which never has one.
    let file = try ItemFile().generation(of: items, at: folder.path("g.sqlite"))
    #expect(file.resident == nil && generation.resident != nil)
    for round in 0..<400 {
      let some = String(decoding: table.text(random.below(table.count)), as: UTF8.self)
      let cut = String(some.prefix(1 + random.below(max(1, some.count))))
      let text = ByteArena([some, cut, cut + "b", "", "zz"][random.below(5)])
      let found = try generation.term(text)
      let wanted = try file.term(text)
      #expect(found?.number == wanted?.number && found?.documents == wanted?.documents, "\(round)")
      #expect(found?.inNames == wanted?.inNames, "\(round)")
      let range = try generation.range(ofPrefix: text)
      let other = try file.range(ofPrefix: text)
      #expect(range.low.number == other.low.number && range.high.number == other.high.number)
      #expect(range.documents == other.documents && range.inNames == other.inNames)
      var numbers: [UInt32] = []
      var others: [UInt32] = []
      let most = random.below(40)
      try generation.forEachTerm(in: range) { entry in
        numbers.append(entry.number)
        return numbers.count < most
      }
      try file.forEachTerm(in: other) { entry in
        others.append(entry.number)
        return others.count < most
      }
      #expect(numbers == others)
      let number = UInt32(random.below(table.count + 2))
      #expect(try generation.text(ofTerm: number) == file.text(ofTerm: number))
      #expect(
        try generation.term(number: number)?.documents == file.term(number: number)?.documents)
    }
  }
}
