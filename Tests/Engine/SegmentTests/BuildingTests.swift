import DeclaredRecords
import FileHandles
import FootlightPlatform
import Synchronization
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

#if canImport(Glibc)
  import Glibc
#endif

/// A generation depends on its items alone, and gives back what was put into it.
@Suite struct BuildingTests {
  private static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    let file = try File.readWhole(path)
    return file.bytes(file.all)
  }

  /// A file in a folder of its own: its name is part of what it holds.
  private static func place(_ name: String, in folder: borrowing TemporaryFolder) throws -> String {
    try FileOperations.system.createFolder(folder.path(name))
    return folder.path("\(name)/g.sqlite")
  }

  /// A number in letters, which make one term.
  private static func letters(_ number: Int) -> String {
    String(number).map { ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][Int(String($0)) ?? 0] }
      .joined()
  }

  @Test func `the file is the same whoever adds the items, in whatever order, with little memory`()
    throws
  {
    var random = RandomItems(SeededRandom.announced("same file"))
    var items = random.items(700)
    // Many distinct words, so that a small budget is used up several times.
    for place in items.indices {
      items[place].body += (0..<60).map { _ in " w\(random.random.below(1_000_000))" }.joined()
    }
    let folder = try TemporaryFolder()
    var wanted: [UInt8] = []
    let ways: [(String, ItemFile)] = [
      ("one worker", ItemFile()),
      ("three workers", ItemFile(workers: 3)),
      ("batches backwards", ItemFile(workers: 2, order: .backwards)),
      ("two threads", ItemFile(workers: 2, order: .together)),
      ("one worker, 1 MiB", ItemFile(memory: 1 << 20)),
      ("three workers, 1 MiB, backwards", ItemFile(workers: 3, memory: 1 << 20, order: .backwards)),
      ("three threads, 1 MiB", ItemFile(workers: 3, memory: 1 << 20, order: .together)),
    ]
    for (name, way) in ways {
      let path = try BuildingTests.place(name, in: folder)
      let scratch = ScratchFiles()
      var way = way
      way.files = scratch.operations
      way.settings.attributes = ColumnTests.attributes
      try way.write(items, to: path)
      #expect((scratch.count > 1) == (way.memory == 1 << 20), "\(name): \(scratch.count) spills")
      let content = try BuildingTests.bytes(path)
      if wanted.isEmpty { wanted = content }
      #expect(content == wanted, "\(name), seed \(random.random.seed)")
    }
    for (name, _) in ways {
      #expect(
        try folder.names(name).allSatisfy { !$0.contains("spill") }, "no scratch file is left")
    }
  }

  @Test func `what only the items of some scratch files tell of themselves is kept`() throws {
    var random = RandomItems(SeededRandom.announced("some scratch files"))
    var items = random.items(600)
    for place in items.indices {
      items[place].body += (0..<200).map { _ in " w\(random.random.below(1_000_000))" }.joined()
      guard place < 300 else { continue }
      items[place].url = ""
      items[place].expires = nil
    }
    let folder = try TemporaryFolder()
    let scratch = ScratchFiles()
    let plain = try BuildingTests.place("plain", in: folder)
    let spilled = try BuildingTests.place("spilled", in: folder)
    try ItemFile(keyedFrom: 450, digestedFrom: 320).write(items, to: plain)
    try ItemFile(
      memory: 1 << 20, files: scratch.operations, keyedFrom: 450, digestedFrom: 320
    ).write(items, to: spilled)
    #expect(scratch.count > 2)
    #expect(
      try BuildingTests.bytes(plain) == BuildingTests.bytes(spilled), "seed \(random.random.seed)")
    let generation = try Segment(path: spilled)
    for place in [0, 299, 449, 450, 599] {
      let found = try generation.documents(ofSourceKey: Array("key \(place)".utf8))
      #expect(
        found == (place < 450 ? [] : [try #require(try generation.document(ofID: items[place].id))])
      )
    }
  }

  @Test func `an item with too many names leaves nothing between others, in memory or on the disk`()
    throws
  {
    var random = RandomItems(SeededRandom.announced("refused items"))
    var items = random.items(300)
    for place in items.indices {
      items[place].body += (0..<200).map { _ in " w\(random.random.below(1_000_000))" }.joined()
    }
    var withOthers = items
    for place in [250, 120, 0] {
      let over = StoredItem.item(
        "over \(place)", "Refusedtitle", body: "behind\(place) names",
        aliases: (0..<4_200).map { "alias" + BuildingTests.letters($0) })
      withOthers.insert(over, at: place)
    }
    let folder = try TemporaryFolder()
    let scratch = ScratchFiles()
    let names = [
      try BuildingTests.place("plain", in: folder), try BuildingTests.place("with", in: folder),
      try BuildingTests.place("spilled", in: folder),
    ]
    try ItemFile().write(items, to: names[0])
    try ItemFile(passesOver: true).write(withOthers, to: names[1])
    try ItemFile(memory: 1 << 20, files: scratch.operations, passesOver: true).write(
      withOthers, to: names[2])
    #expect(scratch.count > 1)
    #expect(try BuildingTests.bytes(names[1]) == BuildingTests.bytes(names[2]))
    let found = try names.map { try Segment(path: $0) }
    for generation in found {
      #expect(generation.summary.items == items.count)
      for item in items {
        let document = try #require(try generation.document(ofID: item.id))
        #expect(try generation.item(document) == item, "seed \(random.random.seed)")
      }
    }
    // Words of its first 4,097 names are known, what stands behind them is not.
    #expect(found[1].summary.terms == found[0].summary.terms + 4_097)
  }

  @Test(arguments: [1, 7, 60]) func `items are the same however many rounds they are counted in`(
    _ manyTokens: Int
  ) throws {
    var random = RandomItems(SeededRandom.announced("rounds"))
    var whole = Run()
    var rounds = Run()
    rounds.manyTokens = manyTokens
    let settings = IndexSettings(analyzer: Analyzer())
    var buffer = ItemBuffer()
    for (place, item) in random.items(300).enumerated() {
      buffer.fill(with: item, record: UInt32(place + 1))
      let isTaken = whole.add(buffer, settings, batch: 0, block: 0, ordinal: 0)
      let isTakenInRounds = rounds.add(buffer, settings, batch: 0, block: 0, ordinal: 0)
      #expect(isTaken && isTakenInRounds)
    }
    let terms = whole.terms.bytes.bytes(whole.terms.bytes.all)
    let records = whole.records.bytes(whole.records.all)
    let termsInRounds = rounds.terms.bytes.bytes(rounds.terms.bytes.all)
    let recordsInRounds = rounds.records.bytes(rounds.records.all)
    #expect(terms == termsInRounds, "seed \(random.random.seed)")
    #expect(records == recordsInRounds, "seed \(random.random.seed)")
  }

  @Test func `a sample of names is the first four terms of each thirty-second`() throws {
    var random = SeededRandom.announced("samples of names")
    // Names of one to six words that begin alike.
    let items = (0..<1_500).map { number in
      StoredItem.item(
        "\(number)", "t" + BuildingTests.letters(number),
        aliases: (0..<4).map { _ in
          (0...random.below(6)).map { _ in "w" + BuildingTests.letters(random.below(3)) }.joined(
            separator: " ")
        })
    }
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(of: items, at: folder.path("g.sqlite"))
    let packed = generation.header.nameRows
    let forward = ForwardReader(generation)
    var lengths: Set<Int> = []
    for row in 0..<(generation.header.names + PackedRows.perRow - 1) / PackedRows.perRow {
      let view = try generation.chunks.view(.names, packed.rows.offset(ofRow: row))
      let entry = packed.rows.number(0, in: view)
      let name = try forward.name(packed.document(entry), packed.ordinal(entry))
      lengths.insert(min(name.count, 5))
      let sample = try generation.chunks.view(.nsparse, row * SegmentFormat.sparseEntry)
      for place in 0..<4 {
        let wanted = place < name.count ? name[place] + 1 : 0
        #expect(
          sample.load(place * 4, as: UInt32.self) == wanted, "row \(row), seed \(random.seed)")
      }
    }
    #expect(lengths.count == 5)
  }

  @Test func `every item comes back as it was put in`() throws {
    var random = RandomItems(SeededRandom.announced("items"))
    let items = random.items(400)
    let folder = try TemporaryFolder()
    let generation = try ItemFile(workers: 2).generation(of: items, at: folder.path("g.sqlite"))
    #expect(generation.summary.items == items.count)
    #expect(generation.summary.expiring == items.count { $0.expires != nil })
    var documents: Set<UInt32> = []
    for item in items {
      let document = try #require(try generation.document(ofID: item.id))
      #expect(try generation.item(document) == item, "seed \(random.random.seed)")
      documents.insert(document)
      if !item.url.isEmpty { #expect(try generation.document(ofURL: item.url) == document) }
      #expect(try generation.document(ofURL: item.id) == nil, "an id is no address")
      #expect(try generation.document(ofID: item.id + " ") == nil)
    }
    #expect(documents.count == items.count)
    #expect(try generation.document(ofID: "") == nil)
    #expect(try generation.document(ofURL: "") == nil)
    try generation.verify(quick: false)
  }

  @Test func `items stand by rank, then title with numbers by value, then id`() throws {
    let folder = try TemporaryFolder()
    let wanted: [StoredItem] = [
      .item("z", "Zebra", rank: 1_000), .item("y", "Anything", rank: 900),
      .item("9", "Rule 9"), .item("b", "rule 12"), .item("c", "RULE 12"),
      .item("120", "Rule 120"), .item("s1", "Same beginning of a long title, one"),
      .item("s2", "Same beginning of a long title, two"), .item("x", "Aardvark", rank: 0),
    ]
    let generation = try ItemFile(itemsABatch: 2).generation(
      of: wanted.reversed(), at: folder.path("g.sqlite"))
    var found: [String] = []
    try generation.forEachItem { found.append($0.id) }
    #expect(found == wanted.map(\.id))
  }

  @Test func `a generation without items can be opened, verified and searched`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("g.sqlite")
    let made = try ItemFile().write([], to: path)
    #expect(made.summary == SegmentSummary(items: 0, terms: 0, expiring: 0))
    #expect(made.duplicates.isEmpty)
    let generation = try Segment(path: path)
    try generation.verify(quick: false)
    try generation.verify(quick: true)
    #expect(try generation.document(ofID: "1") == nil)
    #expect(failureCode { _ = try generation.item(0) } == .indexDamaged)
    for match in MatchMode.allCases {
      for text in ["anything", "two words", "", "東京", "§"] {
        let answer = try search(text, match, in: [generation])
        #expect(answer.hits.isEmpty && answer.total == 0 && !answer.isAtLeast)
      }
    }
  }

  @Test func `one item is a generation`() throws {
    let folder = try TemporaryFolder()
    let item = StoredItem.item("1", "Only", url: "u", aliases: ["Lonely"], expires: 77)
    let generation = try ItemFile().generation(of: [item], at: folder.path("g.sqlite"))
    try generation.verify(quick: false)
    #expect(try generation.item(0) == item)
    #expect(try search("lonely", .tiers, in: [generation]).hits.map(\.tier) == [1])
    #expect(try search("lonely", .tiers, now: 77, in: [generation]).total == 0)
  }

  @Test func `an item without a word in its title is found by its id, and by its punctuation`()
    throws
  {
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: [.item("…", "—", aliases: ["!", "?"]), .item("2", "Words")],
      at: folder.path("g.sqlite"))
    try generation.verify(quick: false)
    #expect(try search("…", .tiers, in: [generation]).hits.map(\.item.id) == ["…"])
    for name in ["—", "!", "?"] {
      let hits = try search(name, .tiers, in: [generation]).hits
      #expect(hits.map(\.item.id) == ["…"] && hits.map(\.tier) == [1], "\(name)")
    }
    #expect(try search("~", .tiers, in: [generation]).hits.isEmpty)
  }

  @Test func `an abandoned build leaves no scratch file, and says so when it is finished`() throws {
    var random = RandomItems(SeededRandom.announced("abandoned"))
    let folder = try TemporaryFolder()
    let scratch = ScratchFiles()
    let writer = try SegmentWriter(
      path: folder.path("g.sqlite"), settings: ItemFile().settings, memory: 1 << 20,
      scratchFolder: folder.path, files: scratch.operations)
    let worker = writer.worker()
    var buffer = ItemBuffer()
    for batch in 0..<6 {
      worker.beginBatch(batch)
      for number in 0..<40 {
        var item = random.item(batch * 40 + number)
        item.body = (0..<300).map { _ in "w\(random.random.below(1_000_000)) " }.joined()
        buffer.fill(with: item, record: UInt32(batch * 40 + number + 1))
        #expect(worker.add(buffer) == nil)
      }
      try worker.endBatch()
    }
    #expect(scratch.count > 0)
    writer.abandon()
    #expect(try folder.names().allSatisfy { !$0.contains("spill") })
    #expect(failureCode { _ = try writer.finish(keeping: .keepFirst) } == .indexCancelled)
  }

  #if os(Linux)
    @Test func `the runs have no room on the disk any more when the lists are done`() throws {
      let folder = try TemporaryFolder()
      let removed = Mutex<[String]>([])
      let root = folder.path
      let files = FileOperations { (step) throws(Failure) in
        guard case .remove(let path) = step else { return }
        removed.withLock {
          $0.append("\(Path.name(of: path)), open: \(Self.openScratch(in: root))")
        }
      }
      let items = (0..<800).map { number in
        StoredItem.item(
          "\(number)", "Item",
          body: (0..<300).map { "w\(number * 300 + $0)" }.joined(separator: " "))
      }
      try ItemFile(memory: 1 << 20, files: files).write(items, to: folder.path("g.sqlite"))
      #expect(
        removed.withLock { $0 } == [
          """
          g.sqlite.spill-1, open: \
          ["g.sqlite.spill-1", "g.sqlite.spill-2", "g.sqlite.spill-3"]
          """,
          "g.sqlite.spill-3, open: [\"g.sqlite.spill-2\", \"g.sqlite.spill-3\"]",
          "g.sqlite.spill-2, open: [\"g.sqlite.spill-2\"]",
        ])
    }

    /// The scratch files of a folder that somebody of this process holds open.
    private static func openScratch(in folder: String) -> [String] {
      (0..<4_096).compactMap { number in
        var target = [CChar](repeating: 0, count: 4_096)
        let size = unsafe readlink("/proc/self/fd/\(number)", &target, target.count)
        guard size > 0 else { return nil }
        let path = String(decoding: target[..<size].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = Path.name(of: path.split(separator: " ").first.map(String.init) ?? path)
        return path.hasPrefix(folder) && name.contains(".spill-") ? name : nil
      }.sorted()
    }
  #endif

  @Test func `a scratch file that cannot be written fails the build`() throws {
    let folder = try TemporaryFolder()
    let refusing = FileOperations { (step) throws(Failure) in
      if case .create = step { throw Failure(.sqliteFull, "no room") }
    }
    let items = (0..<200).map { number in
      StoredItem.item(
        "\(number)", "Item", body: (0..<300).map { "w\(number * 300 + $0)" }.joined(separator: " "))
    }
    let code = failureCode {
      try ItemFile(memory: 1 << 20, files: refusing).write(items, to: folder.path("g.sqlite"))
    }
    #expect(code == .sqliteFull)
  }

  @Test func `threads that ask at the same time are answered as one would be`() throws {
    var random = RandomItems(SeededRandom.announced("threads"))
    let folder = try TemporaryFolder()
    let path = folder.path("g.sqlite")
    try ItemFile().write(random.items(300), to: path)
    let texts = ["alpha", "rule 12", "gam", "東京都", "beta delta ", "the", "35 usc", "nothing a"]
    let ask: @Sendable (Segment, String) throws(Failure) -> [String] = {
      (generation, text) throws(Failure) in
      var said: [String] = []
      for match in MatchMode.allCases {
        let answer = try search(text, match, now: 4, in: [generation])
        said.append("\(answer.total) \(answer.hits)")
      }
      return said
    }
    let alone = try Segment(path: path)
    let wanted = try texts.map { try ask(alone, $0) }
    // Nothing is loaded yet: the threads meet at every chunk.
    let shared = try Segment(path: path)
    let outcomes = (0..<4).map { _ in Outcome<[[String]]>() }
    Workers.run(4) { thread in
      outcomes[thread].run { () throws(Failure) in
        var said = [[String]](repeating: [], count: texts.count)
        for step in texts.indices {
          let place = (step + 2 * thread) % texts.count
          said[place] = try ask(shared, texts[place])
        }
        return said
      }
    }
    for outcome in outcomes { #expect(try outcome.take() == wanted) }
  }
}
