import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// A column holds for every document what the stored item holds, in codes that order like values.
@Suite struct ColumnTests {
  static let attributes = [
    IndexedAttribute("kind"), IndexedAttribute("year", .number), IndexedAttribute("seen", .boolean),
    IndexedAttribute("added", .date), IndexedAttribute("genres", .listElement),
    IndexedAttribute("home", .place),
  ]

  /// The folded values of an attribute as a stored item holds them, ascending, each once.
  private static func texts(_ item: StoredItem, _ ordinal: Int) -> [[UInt8]] {
    let kind = attributes[ordinal].kind
    var values = item.attributes.filter { $0.ordinal == ordinal && $0.kind == kind }
    if kind == .text { values = Array(values.prefix(1)) }
    let folded = values.map { value in
      let text = ByteArena(value.text)
      var folded = ByteArena()
      Analyzer().appendFolded(of: text, text.all, into: &folded)
      return folded.bytes(folded.all)
    }
    return Set(folded).sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func worth(_ item: StoredItem, _ ordinal: Int) -> Double? {
    item.attributes.first { $0.ordinal == ordinal && $0.kind == attributes[ordinal].kind }?.worth
  }

  private static func compare(_ generation: Segment, seed: UInt64) throws(Failure) {
    let columns = try generation.columns()
    for document in 0..<UInt32(generation.summary.items) {
      let item = try generation.item(document)
      for column in columns {
        let ordinal = attributes.firstIndex(of: column.attribute) ?? -1
        var codes: [UInt64] = []
        try column.forEachCode(of: document) { code in
          codes.append(code)
          return true
        }
        if column.isText {
          var found: [[UInt8]] = []
          for code in codes { found.append(try column.texts.folded(code)) }
          #expect(found == texts(item, ordinal), "\(item.id) \(column.attribute), seed \(seed)")
        } else {
          let worth = worth(item, ordinal)
          #expect(
            codes.map { column.number.worth($0) } == (worth.map { [$0] } ?? []),
            "\(item.id) \(column.attribute), seed \(seed)")
        }
      }
    }
    // The walk over all documents gives what asking each gives, and so does the one over texts.
    for column in columns {
      for step in [1, 2, 5, 40, 63, 64, 200] where column.isText {
        let codes = Array(stride(from: 1, through: column.highest, by: step))
        var texts: [[UInt8]] = []
        var spellings: [String] = []
        try column.texts.forEachText(of: codes) { place, folded, spelling in
          #expect(place == texts.count)
          texts.append(folded)
          spellings.append(spelling)
        }
        var wanted: [([UInt8], String)] = []
        for code in codes {
          wanted.append((try column.texts.folded(code), try column.texts.spelling(code)))
        }
        #expect(texts == wanted.map(\.0) && spellings == wanted.map(\.1), "\(step), seed \(seed)")
      }
      var walked: [[UInt64]] = Array(repeating: [], count: generation.summary.items)
      try column.forEach { document, code in
        walked[Int(document)].append(code)
        return true
      }
      for (document, codes) in walked.enumerated() {
        var asked: [UInt64] = []
        try column.forEachCode(of: UInt32(document)) { code in
          asked.append(code)
          return true
        }
        #expect(asked == codes)
      }
    }
  }

  @Test(arguments: [1 << 20, 64 << 20])
  func `columns hold what the stored items hold, spilled or not`(_ memory: Int) throws {
    var random = RandomItems(SeededRandom.announced("columns \(memory)"))
    var items = random.items(600)
    for place in items.indices {
      items[place].body += (0..<60).map { _ in " w\(random.random.below(1_000_000))" }.joined()
    }
    let folder = try TemporaryFolder()
    let scratch = ScratchFiles()
    var file = ItemFile(workers: 2, memory: memory)
    file.settings.attributes = ColumnTests.attributes
    file.files = scratch.operations
    let generation = try file.generation(of: items, at: folder.path("g.sqlite"))
    #expect((scratch.count > 1) == (memory == 1 << 20))
    try ColumnTests.compare(generation, seed: random.random.seed)
    try generation.verify(quick: false)
  }

  @Test func `ranges that touch or hold each other are one`() {
    #expect(Column.joined([]) == [])
    let ranges: [ClosedRange<UInt64>] = [8...9, 1...2, 3...4, 4...5, 12...40, 20...30]
    #expect(Column.joined(ranges) == [1...5, 8...9, 12...40])
  }

  @Test func `the commonest spelling stands for all that are folded alike`() throws {
    let folder = try TemporaryFolder()
    var file = ItemFile(itemsABatch: 2)
    file.settings.attributes = [IndexedAttribute("kind")]
    let spellings = ["MOVIE", "Movie", "série", "Movie", "movie", "Serie", " série ", "série"]
    let items = spellings.enumerated().map { place, text in
      var item = StoredItem.item("\(place)", "Title")
      item.attributes = [.init(ordinal: 0, kind: .text, text: text, worth: 0)]
      return item
    }
    let generation = try file.generation(of: items, at: folder.path("g.sqlite"))
    let column = try #require(try generation.columns().first)
    #expect(try column.texts.spellings() == ["Movie", "série"])
  }

  @Test(arguments: [1, 63, 64, 65, 300, 70_000])
  func `a text is found among any number of texts, and so is where it would stand`(
    _ count: Int
  ) throws {
    let folder = try TemporaryFolder()
    var file = ItemFile(itemsABatch: 1_000)
    file.settings.attributes = [IndexedAttribute("code")]
    let items = (0..<count).map { number in
      var item = StoredItem.item("\(number)", "t")
      item.attributes = [.init(ordinal: 0, kind: .text, text: "K\(100_000 + 2 * number)", worth: 0)]
      return item
    }
    let generation = try file.generation(of: items, at: folder.path("g.sqlite"))
    let column = try #require(try generation.columns().first)
    #expect(column.highest == UInt64(count))
    #expect(column.codes.width == (count < 256 ? 1 : count < 65_536 ? 2 : 4))
    for number in [0, count / 3, count / 2, count - 1] {
      let text = ByteArena("k\(100_000 + 2 * number)")
      let code = UInt64(number) + 1
      #expect(try column.texts.first(notBelow: text) == code)
      #expect(try column.texts.first(notBelow: text, above: true) == code + 1)
      #expect(try column.texts.first(notBelow: ByteArena("k\(100_000 + 2 * number)!")) == code + 1)
      #expect(try column.texts.spelling(code) == "K\(100_000 + 2 * number)")
    }
    #expect(try column.texts.first(notBelow: ByteArena("")) == 1)
    #expect(try column.texts.first(notBelow: ByteArena("z")) == UInt64(count) + 1)
  }

  @Test func `numbers keep their worth and order in whatever form they are written`() {
    let sets: [([Double], NumberCode.Form)] = [
      ([2015, 1925, 2021], .whole), ([0, 86_400, -172_800], .days), ([0.5, -1.25, 3], .bits),
      ([.infinity, -.infinity, 0, 1e300, -1e-300], .bits), ([1e17, 1], .bits), ([0, 1], .whole),
      ([-0.0, 0.25], .bits), ([9_007_199_254_740_991, -9_007_199_254_740_991], .whole),
    ]
    for (numbers, form) in sets {
      var shape = NumberShape()
      for number in numbers { shape.include(number) }
      let code = NumberCode(shape)
      #expect(code.form == form)
      for number in numbers {
        #expect(code.worth(code.code(number)) == number)
        #expect(code.code(number) > 0 && code.code(number) <= code.highest(shape))
        for other in numbers {
          #expect((code.code(number) < code.code(other)) == (number < other))
        }
      }
      let ascending = numbers.sorted()
      for (place, number) in ascending.enumerated() {
        let there = code.first(notBelow: number, highest: code.highest(shape))
        #expect(there.map { code.worth($0) } == number)
        let above = code.first(notBelow: number, above: true, highest: code.highest(shape))
        #expect((above == nil) == (place == ascending.count - 1))
      }
    }
  }

  @Test func `an attribute that nobody has is a column of nothing`() throws {
    let folder = try TemporaryFolder()
    var file = ItemFile()
    file.settings.attributes = ColumnTests.attributes
    let generation = try file.generation(
      of: [.item("1", "One"), .item("2", "Two")], at: folder.path("g.sqlite"))
    for column in try generation.columns() {
      try column.forEach { _, _ in
        Issue.record("there is no value")
        return true
      }
      #expect(column.highest == 0)
    }
    #expect(generation.attributes == ColumnTests.attributes)
  }
}
