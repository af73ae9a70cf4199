import DeclaredRecords
import FileHandles
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

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
    // Every stream holds something.
    file.settings = IndexSettings(
      analyzer: Analyzer(language: .english), attributes: ColumnTests.attributes)
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
    return code == .indexDamaged || code == .indexFormat
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
    var file = try TakenApart(path)
    let chunk = file.chunk(0, of: stream)
    guard !chunk.isEmpty else { return }
    for _ in 0..<(1 + random.below(4)) {
      let place = random.below(random.oneIn(2) ? min(64, chunk.count) : chunk.count)
      file.bytes[chunk.lowerBound + place] =
        random.pick([0, 0x7F, 0x80, 0xFF, UInt8(random.below(256))]) ?? 0
    }
    let sealed = SegmentBytes.sealed(file.bytes)
    try file.write(sealed.bytes(sealed.all), to: path)
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
      // Half of the rounds aim at the two ends, which the checksums of chunks do not cover.
      for _ in 0...random.random.below(3) {
        let place = random.random.below(round % 2 == 0 ? bytes.count : min(1_000, bytes.count))
        let isAtEnd = random.random.oneIn(2)
        bytes[isAtEnd ? bytes.count - 1 - place : place] ^= UInt8(1 + random.random.below(255))
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
    var sizes = [0, 1, 15, 16, 99, 100, 4_096, whole.count - 4, whole.count - 1]
    sizes += stride(from: SegmentFormat.chunk, to: whole.count, by: SegmentFormat.chunk)
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
      let bytes = header.write()
      var file = try TakenApart(path)
      file.setHeader(bytes.bytes(bytes.all))
      try file.write(file.bytes, to: path)
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
    let path = try DamageTests.written("g.sqlite", folder, isLarge: true)
    let whole = try TakenApart(path)
    // All of these chunks are equally long; they come with their checksums.
    for (other, number) in [(SegmentStream.stored, 1), (.post, 0)] {
      var file = whole
      file.bytes.replaceSubrange(
        file.chunk(0, of: .stored), with: whole.bytes[whole.chunk(number, of: other)])
      file.bytes.replaceSubrange(
        file.sum(0, of: .stored), with: whole.bytes[whole.sum(number, of: other)])
      try file.write(file.bytes, to: path)
      #expect(failureCode { try Segment(path: path).verify(quick: false) } == .indexDamaged)
    }
  }

  @Test(arguments: SegmentStream.allCases)
  func `a chunk that is missing, cut off, too long or another one is damage`(
    _ stream: SegmentStream
  ) throws {
    let folder = try TemporaryFolder()
    let path = try DamageTests.written("g.sqlite", folder)
    let whole = try TakenApart(path)
    let chunk = whole.chunk(0, of: stream)
    #expect(!chunk.isEmpty)
    var changed = [[UInt8]](repeating: whole.bytes, count: 5)
    changed[0].removeSubrange(chunk)
    changed[1].remove(at: chunk.upperBound - 1)
    changed[2].insert(0, at: chunk.upperBound)
    changed[3][chunk.lowerBound] ^= 1
    changed[4][whole.sum(0, of: stream).lowerBound] ^= 1
    for (place, bytes) in changed.enumerated() {
      try whole.write(bytes, to: path)
      let trouble = failure { try Segment(path: path).verify(quick: false) }
      #expect(trouble?.diagnostics.first?.code == .indexDamaged, "\(place): \(trouble as Any)")
      let refused = failure { _ = try DamageTests.testimony(path) }
      #expect(refused == nil || DamageTests.isDiagnosis(refused), "\(place)")
    }
  }

  @Test func `damage is met in the chunk that is damaged, and nowhere else`() throws {
    let folder = try TemporaryFolder()
    let path = try DamageTests.written("g.sqlite", folder, isLarge: true)
    var file = try TakenApart(path)
    let second = file.chunk(1, of: .post)
    file.bytes[second.upperBound - 1] ^= 1
    try file.write(file.bytes, to: path)
    let chunks = try Segment(path: path).chunks
    #expect(try chunks.view(.post, 0).count == SegmentFormat.chunk)
    #expect(try chunks.view(.post, 2 * SegmentFormat.chunk).count > 0)
    for _ in 0..<2 {
      #expect(failureCode { _ = try chunks.view(.post, SegmentFormat.chunk) } == .indexDamaged)
      #expect(
        failureCode { _ = try chunks.view(.post, SegmentFormat.chunk - 1, count: 2) }
          == .indexDamaged)
    }
    #expect(try chunks.view(.post, 1, count: SegmentFormat.chunk - 1).count > 0)
    let size = chunks.size(.post)
    for (offset, count) in [(size, 1), (0, size + 1), (-1, 2), (1, -1), (1, .max), (.max, .max)] {
      #expect(failureCode { _ = try chunks.view(.post, offset, count: count) } == .indexDamaged)
    }
  }

  @Test func `another version of the format is told from damage`() throws {
    let folder = try TemporaryFolder()
    let path = try DamageTests.written("g.sqlite", folder)
    let whole = try TakenApart(path)
    var newer = whole
    // The version is the byte behind the four that name the format.
    newer.setHeader(whole.header.prefix(4) + [0x7E] + whole.header.dropFirst(5))
    try whole.write(newer.bytes, to: path)
    let refused = failure { _ = try Segment(path: path) }
    #expect(refused?.diagnostics.first?.code == .indexFormat)
    #expect(refused?.diagnostics.first?.message.contains("126") == true)
    #expect(refused?.diagnostics.first?.remedy?.isEmpty == false)

    for header in [
      [], [0], whole.header + [0], Array(whole.header.prefix(20)), Array("FTLX and some text".utf8),
    ] {
      var other = whole
      other.setHeader(header)
      try whole.write(other.bytes, to: path)
      #expect(failureCode { _ = try Segment(path: path) } == .indexDamaged, "\(header.count)")
    }
  }

  @Test func `what earlier versions wrote is of another format, in a file and in a blob`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("g.sqlite")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("PRAGMA application_id = 0x464F4F67; CREATE TABLE seg(id, info)")
    }
    let refused = failure { _ = try Segment(path: path) }?.diagnostics.first
    #expect(refused?.code == .indexFormat && refused?.remedy?.isEmpty == false)
    #expect(
      failureCode {
        var blob = ByteArena()
        blob.append(littleEndian: UInt32(20))
        blob.append("FTLT\u{A} and so on, up to its end")
        _ = try Segment(blob: blob, path: "a delta")
      } == .indexFormat)
  }

  @Test func `what is no index is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(failureCode { _ = try Segment(path: folder.path("none")) } == .fileMissing)
    let text = try folder.write("text.sqlite", String(repeating: "No database. ", count: 100))
    #expect(failureCode { _ = try Segment(path: text) } == .indexDamaged)
    let empty = try folder.write("empty.sqlite", "")
    #expect(failureCode { _ = try Segment(path: empty) } == .indexDamaged)
    let connection = try Connection(path: folder.path("other.sqlite"), mode: .create)
    try connection.execute("CREATE TABLE other(id INTEGER PRIMARY KEY)")
    #expect(
      failureCode { _ = try Segment(path: folder.path("other.sqlite")) } == .indexDamaged)
  }
}
