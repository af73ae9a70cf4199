import FootlightPlatform
import TestSupport
import Testing

@testable import SearchIndex

/// The code of stored blocks: whatever was encoded comes back, whatever is decoded does no harm.
@Suite struct BlockCodecTests {
  private static func encode(_ bytes: [UInt8]) -> ByteArena {
    var source = ByteArena(capacity: bytes.count)
    source.append(bytes)
    var encoder = BlockEncoder()
    var code = ByteArena()
    encoder.encode(source, source.all, into: &code)
    return code
  }

  /// What a code stands for; nil when it is refused.
  private static func decode(_ code: borrowing ByteArena, size: Int, wanted: Int = .max)
    -> [UInt8]?
  {
    // Something lies before the target, which no match may reach into.
    var target = ByteArena("before")
    let start = target.count
    var progress = BlockDecoder.Progress()
    guard
      BlockDecoder.decode(
        code, code.all, size: size, wanted: wanted, from: &progress, into: &target)
    else { return nil }
    #expect(target.text(ByteRange(start: 0, count: start)) == "before")
    return target.bytes(ByteRange(start: start, count: target.count - start))
  }

  private static func expectRoundTrip(_ bytes: [UInt8], _ comment: Comment) {
    #expect(decode(encode(bytes), size: bytes.count) == bytes, comment)
    expectPortions(bytes, comment)
  }

  /// What is decoded in portions is what is decoded at once; returns how many portions there were.
  @discardableResult
  private static func expectPortions(_ bytes: [UInt8], _ comment: Comment) -> Int {
    let code = encode(bytes)
    var target = ByteArena("before")
    let start = target.count
    var progress = BlockDecoder.Progress()
    var portions: Set<Int> = []
    for wanted in [1, bytes.count / 7, bytes.count / 3, bytes.count / 3 + 1, .max] {
      let isDecoded = BlockDecoder.decode(
        code, code.all, size: bytes.count, wanted: wanted, from: &progress, into: &target)
      #expect(isDecoded, comment)
      let there = target.count - start
      portions.insert(there)
      #expect(there >= min(wanted, bytes.count), comment)
      #expect(
        target.bytes(ByteRange(start: start, count: there)) == Array(bytes.prefix(there)), comment)
    }
    #expect(target.text(ByteRange(start: 0, count: start)) == "before")
    return portions.count
  }

  /// Text-like bytes: words of a small vocabulary.
  private static func prose(_ random: inout SeededRandom, _ count: Int) -> [UInt8] {
    let words = (0..<60).map { _ in random.bytes(1 + random.below(9)) }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += (random.pick(words) ?? []) + [0x20] }
    return Array(bytes.prefix(count))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 11, 12, 13, 16, 17, 18, 19, 255, 270, 274, 8_192, 70_000])
  func `a run of one byte comes back`(_ count: Int) {
    BlockCodecTests.expectRoundTrip([UInt8](repeating: 7, count: count), "\(count) bytes")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 100, 4_096])
  func `bytes that repeat come back, however short the period`(_ period: Int) {
    let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: ($0 % period) &* 37 &+ $0 % period) }
    BlockCodecTests.expectRoundTrip(bytes, "a period of \(period)")
    #expect(BlockCodecTests.encode(bytes).count < bytes.count / 4 + period)
  }

  @Test func `random bytes come back, not much longer than they are`() {
    var random = SeededRandom.announced("random bytes")
    for _ in 0..<60 {
      let bytes = random.bytes(random.below(random.oneIn(4) ? 30_000 : 600))
      BlockCodecTests.expectRoundTrip(bytes, "seed \(random.seed), \(bytes.count) bytes")
      #expect(BlockCodecTests.encode(bytes).count <= bytes.count + bytes.count / 255 + 16)
    }
  }

  @Test func `text of few words comes back in less than three quarters of its size`() {
    var random = SeededRandom.announced("few words")
    for count in [100, 1_000, 8_192, 20_000] {
      let bytes = BlockCodecTests.prose(&random, count)
      BlockCodecTests.expectRoundTrip(bytes, "seed \(random.seed), \(count) bytes")
      if count > 1_000 {
        #expect(BlockCodecTests.expectPortions(bytes, "seed \(random.seed)") >= 4)
        #expect(BlockCodecTests.encode(bytes).count < count * 3 / 4, "seed \(random.seed)")
      }
    }
  }

  @Test(arguments: [65_520, 65_534, 65_535, 65_536, 65_537, 70_000])
  func `what repeats far behind comes back, within and beyond the reach of a match`(
    _ distance: Int
  ) {
    var random = SeededRandom.announced("far")
    let phrase = random.bytes(40)
    // Zeros between, so that the encoder does not step over the second phrase.
    let between = [UInt8](repeating: 0, count: distance - phrase.count)
    BlockCodecTests.expectRoundTrip(
      phrase + between + phrase + random.bytes(30), "distance \(distance), seed \(random.seed)")
  }

  @Test func `a prefix can be had without the rest`() {
    var random = SeededRandom.announced("prefix")
    let bytes = BlockCodecTests.prose(&random, 8_192)
    let code = BlockCodecTests.encode(bytes)
    for _ in 0..<60 {
      let wanted = random.below(bytes.count + 100)
      let part = BlockCodecTests.decode(code, size: bytes.count, wanted: wanted) ?? []
      #expect(part.count >= min(wanted, bytes.count), "seed \(random.seed), wanted \(wanted)")
      #expect(bytes.starts(with: part), "seed \(random.seed), wanted \(wanted)")
    }
  }

  @Test func `a code that is cut off, or of another size, is refused`() {
    var random = SeededRandom.announced("cut off")
    let bytes = BlockCodecTests.prose(&random, 700)
    let code = BlockCodecTests.encode(bytes)
    for size in 0..<code.count {
      var cut = ByteArena()
      cut.append(code, ByteRange(start: 0, count: size))
      #expect(BlockCodecTests.decode(cut, size: bytes.count) == nil, "the first \(size) bytes")
    }
    for size in [0, 1, bytes.count - 1, bytes.count + 1, bytes.count * 2] {
      #expect(BlockCodecTests.decode(code, size: size) == nil, "\(size) bytes")
    }
    #expect(BlockCodecTests.decode(code, size: -1) == nil)
  }

  @Test func `a damaged code is refused or gives other bytes, and never does harm`() {
    var random = SeededRandom.announced("damaged code")
    var refused = 0
    for round in 0..<1_500 {
      let bytes =
        round % 2 == 0
        ? BlockCodecTests.prose(&random, random.below(900)) : random.bytes(random.below(300))
      var code = BlockCodecTests.encode(bytes)
      for _ in 0...random.below(4) where code.count > 0 {
        code[random.below(code.count)] = random.oneIn(3) ? 0xFF : random.bytes(1)[0]
      }
      let wanted = random.oneIn(3) ? random.below(bytes.count + 1) : Int.max
      if let decoded = BlockCodecTests.decode(code, size: bytes.count, wanted: wanted) {
        #expect(decoded.count <= bytes.count)
        #expect(decoded.count >= min(wanted, bytes.count))
      } else {
        refused += 1
      }
    }
    #expect(refused > 200, "damage is noticed: \(refused) of 1500, seed \(random.seed)")
  }

  @Test func `bytes that were never a code are refused or decoded, and never do harm`() {
    var random = SeededRandom.announced("no code")
    for _ in 0..<1_500 {
      var code = ByteArena()
      code.append(random.bytes(random.below(80)))
      let size = random.below(400)
      if let decoded = BlockCodecTests.decode(code, size: size) { #expect(decoded.count == size) }
    }
  }
}
