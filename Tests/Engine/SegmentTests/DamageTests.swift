import DeclaredRecords
import FileHandles
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SegmentFiles
@testable import SegmentSearching

/// Files that do not hold what was written: a diagnosis or the right answer, never another one.
@Suite struct DamageTests {
  /// What a generation answers, in words.
  private static func testimony(_ path: String) throws -> [String] {
    let generation = try Segment(path: path)
    var said: [String] = ["\(generation.summary)"]
    for (text, match) in [
      ("alpha", .tiers), ("ru", .all), ("rule 12", .tiers), ("w10 common", .any), ("東京都", .tiers),
      ("the", .none), ("comomn", .tiers), ("comomnwealt", .tiers),
    ] as [(String, MatchMode)] {
      let answer = try search(text, match, now: 5, in: [generation])
      said.append("\(text) \(match): \(answer.total) \(answer.isAtLeast)")
      for hit in answer.hits { said.append("\(hit.item) \(hit.tier) \(hit.score ?? -1)") }
    }
    for id in ["1", "44", "nobody"] {
      let document = try generation.document(ofID: id)
      said.append("\(id): \(document.map { "\($0)" } ?? "none")")
      if let document { said.append("\(try generation.item(document))") }
    }
    for text in ["48,11,50km", "0,170..90,-170", "-90,-180..90,180"] {
      guard let area = PlaceArea(text) else { continue }
      var found: [UInt32] = []
      try PlaceFinder(
        generation, try generation.columns().filter { $0.attribute.kind == .place }, nil
      )
      .documents(in: area).forEach {
        found.append($0)
        return true
      }
      said.append("\(text): \(found)")
    }
    for (piece, atEnd) in [("lph", false), ("mma", true), ("pider", false)] {
      let numbers = try generation.terms(holding: Array(piece.utf8), atEnd: atEnd).map(\.number)
      said.append("\(piece): \(numbers)")
    }
    for column in try generation.columns() {
      var codes: [UInt64] = []
      try column.forEach { document, code in
        codes += [UInt64(document), code]
        return true
      }
      said.append("\(column.attribute): \(codes)")
      said += try column.texts.spellings()
    }
    return said
  }

  /// Items on their way into a file that has all streams.
  private static func itemFile(itemsABatch: Int = 1_000) -> ItemFile {
    var file = ItemFile(itemsABatch: itemsABatch)
    file.settings.attributes = ColumnTests.attributes
    file.settings.looksInside = true
    return file
  }

  private static func items(_ random: inout RandomItems) -> [StoredItem] {
    var items = random.items(150)
    for place in items.indices { items[place].body += " w\(place) w\(place % 30) common" }
    // In one batch with the others, they are short enough to be stored letter by letter.
    return items + (0..<500).map { .item("short \($0)", "Short \($0)", body: "s\($0 % 7)") }
  }

  private static func isDiagnosis(_ failure: Failure?) -> Bool {
    guard let code = failure?.diagnostics.first?.code else { return false }
    return code == .indexDamaged || code == .indexFormat || code.name.hasPrefix("sqlite.")
  }

  @Test func `chunks that lie, with right checksums, trap nothing and end`() throws {
    var random = RandomItems(SeededRandom.announced("lying chunks"))
    let folder = try TemporaryFolder()
    let whole = folder.path("whole.sqlite")
    try DamageTests.itemFile().write(DamageTests.items(&random), to: whole)
    let bytes = try File.readWhole(whole)
    var refused = 0
    let rounds = 120
    for round in 0..<rounds {
      let path = try folder.write("lying-\(round).sqlite", bytes: bytes.bytes(bytes.all))
      let stream = random.random.pick(SegmentStream.allCases) ?? .post
      try DamageTests.lie(path, stream, &random.random)
      if let failure = failure({ _ = try DamageTests.testimony(path) }) {
        refused += 1
        #expect(DamageTests.isDiagnosis(failure), "\(stream): \(failure)")
      }
    }
    #expect(refused > 0 && refused < rounds)
  }

  /// Changes some bytes of a stream's first chunk and seals it anew.
  private static func lie(
    _ path: String, _ stream: SegmentStream, _ random: inout SeededRandom
  ) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    let select = try connection.statement("SELECT data FROM \(stream.table) WHERE id = 0")
    guard try select.step() else { return }
    var arena = ByteArena()
    _ = select.blob(0, into: &arena)
    select.reset()
    var chunk = arena.bytes(arena.all).dropLast(4)
    guard !chunk.isEmpty else { return }
    for _ in 0..<(1 + random.below(4)) {
      let place = random.below(random.oneIn(2) ? min(64, chunk.count) : chunk.count)
      chunk[place] = random.pick([0, 0x7F, 0x80, 0xFF, UInt8(random.below(256))]) ?? 0
    }
    let checksum = unsafe chunk.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map {
        unsafe Checksum.shared.ofChunk($0, count: bytes.count, stream, row: 0)
      } ?? 0
    }
    var sealed = ByteArena()
    sealed.append(Array(chunk))
    sealed.append(littleEndian: checksum)
    let update = try connection.statement("UPDATE \(stream.table) SET data = ?1 WHERE id = 0")
    try update.bind(sealed, sealed.all, at: 1)
    _ = try update.step()
  }

  @Test func `flipped bytes are noticed or do not matter`() throws {
    var random = RandomItems(SeededRandom.announced("flipped bytes"))
    let folder = try TemporaryFolder()
    let path = folder.path("whole.sqlite")
    try DamageTests.itemFile().write(DamageTests.items(&random), to: path)
    let wanted = try DamageTests.testimony(path)
    let file = try File.readWhole(path)
    let whole = file.bytes(file.all)
    var noticed = 0
    var verified = 0
    let rounds = 80
    for round in 0..<rounds {
      var bytes = whole
      // Half of the rounds aim at the pages' headers, where SQLite keeps what no checksum covers.
      for _ in 0...random.random.below(3) {
        let page = random.random.below(bytes.count / SegmentFormat.pageSize)
        let inPage =
          round % 2 == 0 ? random.random.below(SegmentFormat.pageSize) : random.random.below(120)
        bytes[page * SegmentFormat.pageSize + inPage] ^= UInt8(1 + random.random.below(255))
      }
      let damaged = try folder.write("damaged.sqlite", bytes: bytes)
      let comment: Comment = "round \(round), seed \(random.random.seed)"
      let trouble = failure { try Segment(path: damaged).verify(quick: false) }
      if let trouble {
        verified += 1
        #expect(DamageTests.isDiagnosis(trouble), "\(trouble), \(comment)")
      }
      _ = failure { try Segment(path: damaged).verify(quick: true) }
      var said: [String]?
      let refused = failure { said = try DamageTests.testimony(damaged) }
      if let said {
        #expect(said == wanted, comment)
      } else {
        noticed += 1
        #expect(DamageTests.isDiagnosis(refused), "\(String(describing: refused)), \(comment)")
        #expect(trouble != nil, "what a search notices, verifying notices: \(comment)")
      }
    }
    #expect(noticed > rounds / 8 && verified >= noticed, "\(noticed) of \(rounds), \(verified)")
  }

  @Test func `a file that was cut off is refused, wherever it was`() throws {
    var random = RandomItems(SeededRandom.announced("cut off"))
    let folder = try TemporaryFolder()
    let path = folder.path("whole.sqlite")
    try DamageTests.itemFile().write(DamageTests.items(&random), to: path)
    let file = try File.readWhole(path)
    let whole = file.bytes(file.all)
    let pages = whole.count / SegmentFormat.pageSize
    var sizes = [0, 1, 15, 16, 99, 100, 4_096, whole.count - 1]
    sizes += (1..<pages).map { $0 * SegmentFormat.pageSize }
    sizes += (0..<20).map { _ in random.random.below(whole.count) }
    for size in sizes {
      let cut = try folder.write("cut.sqlite", bytes: Array(whole.prefix(size)))
      let trouble = failure { try Segment(path: cut).verify(quick: false) }
      #expect(
        DamageTests.isDiagnosis(trouble), "\(size) of \(whole.count) bytes: \(trouble as Any)")
      let refused = failure { _ = try DamageTests.testimony(cut) }
      #expect(refused == nil || DamageTests.isDiagnosis(refused), "\(size) bytes")
    }
  }

  /// Changes a generation file with an SQL statement.
  private static func change(_ path: String, _ sql: String) throws(Failure) {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(sql)
  }

  private static func written(
    _ name: String, _ folder: borrowing TemporaryFolder, isLarge: Bool = false
  ) throws(Failure)
    -> String
  {
    var random = RandomItems(SeededRandom(seed: 1))
    var items = items(&random)
    // Enough distinct words that the streams have several chunks.
    for place in items.indices where isLarge {
      for _ in 0..<150 { items[place].body += " x\(random.random.below(1 << 30))" }
    }
    let path = folder.path(name)
    try DamageTests.itemFile().write(items, to: path)
    return path
  }

  @Test func `a header that says something else, with its right checksum, is refused`() throws {
    let folder = try TemporaryFolder()
    let whole = try Segment(path: DamageTests.written("whole.sqlite", folder)).header
    var dictionary = whole
    dictionary.reduceToDictionary()
    for stream in [SegmentStream.term, .tidx] {
      dictionary.sizes[stream.rawValue] = whole.sizes[stream.rawValue]
    }
    var many = dictionary
    many.items = 1 << 46
    for (place, header) in [dictionary, many].enumerated() {
      let path = try DamageTests.written("lying\(place).sqlite", folder)
      let connection = try Connection(path: path, mode: .readWrite)
      let update = try connection.statement("UPDATE seg SET info = ?1")
      let bytes = header.write()
      try update.bind(bytes, bytes.all, at: 1)
      _ = try update.step()
      #expect(failureCode { _ = try Segment(path: path) } == .indexDamaged)
    }
    #expect(!many.fits(fileSize: .max) && dictionary.fits(fileSize: .max))
  }

  @Test func `every byte of a header counts`() throws {
    let folder = try TemporaryFolder()
    let header = try Segment(path: DamageTests.written("g.sqlite", folder)).header.write()
    let whole = header.bytes(header.all)
    for place in whole.indices {
      for bit in [UInt8(1), 0x10, 0x80] {
        var bytes = ByteArena()
        bytes.append(whole)
        bytes[place] ^= bit
        let code = failureCode { _ = try SegmentHeader(bytes, path: "g") }
        // The version that says how to read the rest is told apart.
        let isTold = code == .indexDamaged || code == .indexFormat && place == 4
        #expect(isTold, "bit \(bit) of byte \(place)")
      }
    }
  }

  @Test func `a whole chunk in another one's place is damage`() throws {
    let folder = try TemporaryFolder()
    let swap = """
      CREATE TABLE kept(data BLOB);
      INSERT INTO kept SELECT data FROM b_stored WHERE id = 0;
      UPDATE b_stored SET data = (SELECT data FROM b_stored WHERE id = 1) WHERE id = 0;
      UPDATE b_stored SET data = (SELECT data FROM kept) WHERE id = 1;
      """
    let rows = try DamageTests.written("rows.sqlite", folder, isLarge: true)
    for statement in swap.split(separator: "\n") {
      try DamageTests.change(rows, String(statement))
    }
    #expect(failureCode { try Segment(path: rows).verify(quick: false) } == .indexDamaged)
    // Both streams have more than one chunk: the first ones are equally long.
    let streams = try DamageTests.written("streams.sqlite", folder, isLarge: true)
    try DamageTests.change(
      streams, "UPDATE b_stored SET data = (SELECT data FROM b_post WHERE id = 0) WHERE id = 0")
    #expect(failureCode { try Segment(path: streams).verify(quick: false) } == .indexDamaged)
  }

  @Test(arguments: SegmentStream.allCases)
  func `a chunk that is missing, empty or too long is damage`(_ stream: SegmentStream) throws {
    let folder = try TemporaryFolder()
    let whole = try File.readWhole(try DamageTests.written("g.sqlite", folder))
    for sql in [
      "DELETE FROM \(stream.table) WHERE id = 0", "UPDATE \(stream.table) SET data = x''",
      "UPDATE \(stream.table) SET data = data || x'00'", "UPDATE \(stream.table) SET data = 7",
    ] {
      let path = try folder.write("damaged.sqlite", bytes: whole.bytes(whole.all))
      try DamageTests.change(path, sql)
      let trouble = failure { try Segment(path: path).verify(quick: false) }
      #expect(DamageTests.isDiagnosis(trouble), "\(sql): \(trouble as Any)")
      let refused = failure { _ = try DamageTests.testimony(path) }
      #expect(refused == nil || DamageTests.isDiagnosis(refused), "\(sql)")
    }
  }

  @Test func `another version of the format is told from damage`() throws {
    let folder = try TemporaryFolder()
    let path = try DamageTests.written("g.sqlite", folder)
    // The version is the byte behind the four that name the format.
    let newer = "substr(info, 1, 4) || x'7E' || substr(info, 6)"
    try DamageTests.change(path, "UPDATE seg SET info = \(newer)")
    let refused = failure { _ = try Segment(path: path) }
    #expect(refused?.diagnostics.first?.code == .indexFormat)
    #expect(refused?.diagnostics.first?.message.contains("126") == true)
    #expect(refused?.diagnostics.first?.remedy?.isEmpty == false)

    for info in ["x''", "x'00'", "info || x'00'", "substr(info, 1, 20)", "'FTLX and some text'"] {
      try DamageTests.change(path, "UPDATE seg SET info = CAST(\(info) AS BLOB)")
      #expect(failureCode { _ = try Segment(path: path) } == .indexDamaged, "\(info)")
    }
    try DamageTests.change(path, "DELETE FROM seg")
    #expect(failureCode { _ = try Segment(path: path) } == .indexDamaged)
  }

  @Test func `what is no index is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(failureCode { _ = try Segment(path: folder.path("none")) } == .fileMissing)
    let text = try folder.write("text.sqlite", String(repeating: "No database. ", count: 100))
    #expect(DamageTests.isDiagnosis(failure { _ = try Segment(path: text) }))
    let empty = try folder.write("empty.sqlite", "")
    #expect(failureCode { _ = try Segment(path: empty) } == .indexDamaged)
    let connection = try Connection(path: folder.path("other.sqlite"), mode: .create)
    try connection.execute("CREATE TABLE other(id INTEGER PRIMARY KEY)")
    #expect(
      failureCode { _ = try Segment(path: folder.path("other.sqlite")) } == .indexDamaged)
  }
}
