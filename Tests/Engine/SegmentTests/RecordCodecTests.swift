import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Records that are stored letter by letter: whatever was encoded comes back, whatever is decoded does no harm.
@Suite struct RecordCodecTests {
  private static func counts(_ random: inout SeededRandom) -> [UInt32] {
    let most = 1 << random.below(20)
    return (0..<1 + random.below(257)).map { _ in
      random.oneIn(3) ? 0 : UInt32(1 + random.below(1 + random.below(most)))
    }
  }

  @Test func `codes are as short as they can be, and none is the beginning of another`() throws {
    var random = SeededRandom.announced("prefix codes")
    for _ in 0..<200 {
      let counts = Self.counts(&random)
      let code = PrefixCode(counts: counts)
      let (sizes, codes) = (code.sizes, code.codes)
      #expect(zip(counts, sizes).allSatisfy { ($0 > 0) == ($1 > 0) }, "seed \(random.seed)")
      #expect(PrefixCode(sizes: sizes) != nil, "seed \(random.seed)")
      let used = counts.indices.filter { counts[$0] > 0 }
      for one in used {
        for other in used where counts[one] > counts[other] {
          #expect(sizes[one] <= sizes[other], "seed \(random.seed)")
        }
        for other in used where one != other && sizes[one] <= sizes[other] {
          #expect(codes[other] >> (sizes[other] - sizes[one]) != codes[one], "seed \(random.seed)")
        }
      }
      // Huffman's codes have less than a bit more than the entropy; those that were cut hardly more.
      let all = counts.reduce(0.0) { $0 + Double($1) }
      var bits = 0.0
      var fewest = 0.0
      for symbol in used {
        bits += Double(counts[symbol]) * Double(sizes[symbol])
        fewest += Double(counts[symbol]) * Self.log2(all / Double(counts[symbol]))
      }
      #expect(bits <= 1.05 * fewest + all, "seed \(random.seed)")
    }
  }

  /// The logarithm to base 2, to three digits.
  private static func log2(_ number: Double) -> Double {
    var (whole, rest, digits, step) = (0.0, number, 0.0, 0.5)
    while rest >= 2 {
      rest /= 2
      whole += 1
    }
    for _ in 0..<12 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        digits += step
      }
      step /= 2
    }
    return whole + digits
  }

  @Test(arguments: [[1, 1, 1], [0, 13], [12, 1, 1, 12]] as [[UInt8]])
  func `sizes that no codes can have are refused`(_ sizes: [UInt8]) {
    #expect(PrefixCode(sizes: sizes) == nil)
  }

  /// Some records: text, text of letters that others do not have, and any bytes.
  private static func records(_ random: inout SeededRandom) -> [[UInt8]] {
    let words = ["river", "mountain", "Ålesund", "42", "été", "東京", "old", "x"]
    return (0..<50 + random.below(300)).map { _ in
      var record: [UInt8] = []
      for _ in 0..<random.below(30) {
        if random.oneIn(40) {
          record += (0..<random.below(9)).map { _ in UInt8(random.below(256)) }
        } else {
          record += Array(words[random.below(words.count)].utf8) + [0x20]
        }
      }
      return record
    }
  }

  /// What the stream says of how some records are written.
  private static func written(_ model: RecordModel) -> ByteArena {
    var bytes = ByteArena()
    model.write(into: &bytes)
    return bytes
  }

  private static func model(_ records: [[UInt8]]) -> RecordModel {
    var bytes = ByteArena()
    for record in records { bytes.append(record) }
    return RecordModel(bytes, sizes: records.map { UInt32($0.count) })
  }

  @Test func `records come back, whole and in portions, whatever they were learned from`() throws {
    var random = SeededRandom.announced("records by letters")
    for _ in 0..<40 {
      // Some models know little of what is written with them.
      let model = Self.model(Self.records(&random) + (random.oneIn(2) ? [] : [[0], [7, 9]]))
      let encoder = RecordEncoder(model)
      let tables = RecordDecoder(Self.written(model))
      let decoder = try #require(tables)
      for record in Self.records(&random) {
        var bytes = ByteArena()
        bytes.append(record)
        var code = ByteArena()
        encoder.encode(bytes, bytes.all, into: &code)
        var target = ByteArena("before")
        var progress = RecordDecoder.Progress()
        for wanted in [record.count / 3, record.count / 2, record.count, .max] {
          let isWhole = code.withView {
            decoder.decode($0, wanted: wanted, from: &progress, into: &target)
          }
          #expect(isWhole, "seed \(random.seed)")
          let there = min(target.count - 6, record.count)
          #expect(there >= min(wanted, record.count), "seed \(random.seed)")
          #expect(
            target.bytes(ByteRange(start: 6, count: there)) == Array(record.prefix(there)),
            "seed \(random.seed)")
        }
        // After the last letter at most seven bits stand for symbols that nobody wrote.
        #expect(target.count - 6 <= record.count + 28, "seed \(random.seed)")
        #expect(target.text(ByteRange(start: 0, count: 6)) == "before")
      }
    }
  }

  @Test func `what often stands together is one symbol`() {
    let records = (0..<400).map { Array("the river number \($0) runs to the sea".utf8) }
    let groups = Self.model(records).groups
    #expect(groups.texts.count > 8)
    let (symbol, size) = Self.firstSymbol(Array("the ".utf8), groups)
    #expect(symbol < groups.texts.count && size == 4)
    // No group reaches beyond the end of a record.
    for left in 1...3 {
      #expect(Self.firstSymbol(Array("the ".utf8.prefix(left)), groups).size <= left)
    }
    #expect(Self.firstSymbol([.max], groups) == (groups.texts.count + 255, 1))
  }

  /// The symbol with which a record begins, and how many bytes it takes.
  private static func firstSymbol(
    _ record: [UInt8], _ groups: RecordGroups
  ) -> (symbol: Int, size: Int) {
    unsafe record.withUnsafeBytes { bytes in
      unsafe groups.withFinder(otherwise: (-1, -1)) { finder in
        guard let start = bytes.baseAddress else { return (-1, -1) }
        return unsafe finder.symbol(start, 0, before: bytes.count)
      }
    }
  }

  @Test func `each place of a record begins with the longest group that stands there`() {
    var random = SeededRandom.announced("longest groups")
    for _ in 0..<20 {
      let records = Self.records(&random)
      let groups = Self.model(records).groups
      let texts = groups.texts.map { text in
        (0..<text >> 32).map { UInt8(truncatingIfNeeded: text >> (8 * $0)) }
      }
      for record in records {
        for start in record.indices {
          let rest = Array(record[start...])
          let fitting = texts.indices.filter { rest.starts(with: texts[$0]) }
          let longest = fitting.max { texts[$0].count < texts[$1].count }
          let expected = longest.map { ($0, texts[$0].count) } ?? (texts.count + Int(rest[0]), 1)
          #expect(Self.firstSymbol(rest, groups) == expected, "seed \(random.seed)")
        }
      }
    }
  }

  @Test func `any bytes are decoded or refused, as codes and as a model`() {
    var random = SeededRandom.announced("damaged records")
    var refused = 0
    for _ in 0..<400 {
      var written = Self.written(Self.model(Self.records(&random)))
      for _ in 0..<random.below(4) {
        written[random.below(written.count)] = UInt8(random.below(256))
      }
      guard let decoder = RecordDecoder(written) else {
        refused += 1
        continue
      }
      var code = ByteArena()
      code.append((0..<random.below(200)).map { _ in UInt8(random.below(256)) })
      var target = ByteArena()
      var progress = RecordDecoder.Progress()
      _ = code.withView {
        decoder.decode($0, wanted: .max, from: &progress, into: &target)
      }
      #expect(target.count <= code.count * 8 * 4 + 8, "seed \(random.seed)")
    }
    #expect(refused > 20, "seed \(random.seed)")
    let none = RecordDecoder(ByteArena())
    #expect(none == nil)
  }
}
