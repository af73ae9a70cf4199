import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// The code of stored blocks: whatever was encoded comes back, whatever is decoded does no harm.
@Suite struct BlockCodecTests {
  private static func arena(_ bytes: [UInt8]) -> ByteArena {
    var arena = ByteArena(capacity: bytes.count)
    arena.append(bytes)
    return arena
  }

  private static func encode(_ bytes: [UInt8], behind learned: [UInt8] = []) -> ByteArena {
    var encoder = BlockEncoder()
    var code = ByteArena()
    // What it learned or encoded before does not count.
    learn(ByteArena("some bytes to be forgotten, some bytes"), &encoder)
    encode(ByteArena("other bytes"), &encoder, into: &code)
    encoder.forget()
    encode(ByteArena("bytes that are not learned"), &encoder, into: &code)
    code.removeAll()
    if !learned.isEmpty { learn(arena(learned), &encoder) }
    encode(arena(bytes), &encoder, into: &code)
    return code
  }

  private static func learn(_ bytes: borrowing ByteArena, _ encoder: inout BlockEncoder) {
    encoder.learn(bytes, bytes.all)
  }

  private static func encode(
    _ bytes: borrowing ByteArena, _ encoder: inout BlockEncoder, into code: inout ByteArena
  ) {
    encoder.encode(bytes, bytes.all, into: &code)
  }

  /// Decodes a whole code into a target that ends with what was decoded before.
  private static func decode(
    _ code: borrowing ByteArena, size: Int, wanted: Int, behind learned: [UInt8],
    from progress: inout BlockDecoder.Progress, into target: inout ByteArena
  ) -> Bool {
    // Not a byte more than there is: a read beyond it is one that the address sanitizer tells.
    let count = code.count
    let input = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    let before = UnsafeMutablePointer<UInt8>.allocate(capacity: learned.count)
    defer {
      unsafe input.deallocate()
      unsafe before.deallocate()
    }
    for place in 0..<count { unsafe input[place] = code[place] }
    for (place, byte) in learned.enumerated() { unsafe before[place] = byte }
    return unsafe BlockDecoder.decode(
      ChunkView(input, count: count), size: size, wanted: wanted,
      behind: ChunkView(before, count: learned.count), from: &progress, into: &target)
  }

  /// What a code stands for; nil when it is refused.
  private static func decode(
    _ code: borrowing ByteArena, size: Int, wanted: Int = .max, behind learned: [UInt8] = []
  ) -> [UInt8]? {
    // Something lies before the target, which no match may reach into.
    var target = ByteArena("before")
    let start = target.count
    var progress = BlockDecoder.Progress()
    guard
      decode(code, size: size, wanted: wanted, behind: learned, from: &progress, into: &target)
    else { return nil }
    #expect(target.text(ByteRange(start: 0, count: start)) == "before")
    return target.bytes(ByteRange(start: start, count: target.count - start))
  }

  private static func expectRoundTrip(
    _ bytes: [UInt8], behind learned: [UInt8] = [], _ comment: Comment
  ) {
    let code = encode(bytes, behind: learned)
    #expect(decode(code, size: bytes.count, behind: learned) == bytes, comment)
    expectPortions(bytes, behind: learned, comment)
  }

  /// What is decoded in portions is what is decoded at once; returns how many portions there were.
  @discardableResult
  private static func expectPortions(
    _ bytes: [UInt8], behind learned: [UInt8] = [], _ comment: Comment
  ) -> Int {
    let code = encode(bytes, behind: learned)
    var target = ByteArena("before")
    let start = target.count
    var progress = BlockDecoder.Progress()
    var portions: Set<Int> = []
    for wanted in [1, bytes.count / 7, bytes.count / 3, bytes.count / 3 + 1, .max] {
      let isDecoded = decode(
        code, size: bytes.count, wanted: wanted, behind: learned, from: &progress, into: &target)
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

  @Test func `a block comes back with what it refers back to, and is smaller for it`() {
    var random = SeededRandom.announced("learned")
    for round in 0..<80 {
      let learned = BlockCodecTests.prose(&random, random.below(round % 4 == 0 ? 32_768 : 2_000))
      var bytes: [UInt8] = []
      while bytes.count < 2_048 {
        let start = random.below(learned.count + 1)
        bytes += learned[start..<min(learned.count, start + random.below(60))]
        bytes += random.bytes(random.below(9))
      }
      BlockCodecTests.expectRoundTrip(
        bytes, behind: learned, "seed \(random.seed), \(learned.count) bytes before")
      if learned.count > 1_000, learned.count < 8_192 {
        let alone = BlockCodecTests.encode(bytes).count
        #expect(
          BlockCodecTests.encode(bytes, behind: learned).count < alone, "seed \(random.seed)")
      }
    }
  }

  @Test(arguments: [30_000, 60_000, 90_000, 200_000])
  func `a long block comes back with what it refers back to`(_ count: Int) {
    var random = SeededRandom.announced("long block")
    let learned = BlockCodecTests.prose(&random, 9_000)
    let bytes = Array(learned[8_000...]) + BlockCodecTests.prose(&random, count) + learned
    BlockCodecTests.expectRoundTrip(bytes, behind: learned, "seed \(random.seed)")
  }

  @Test(arguments: [0, 1, 3, 4, 5, 15, 16, 17, 18, 19, 34, 35, 48, 300])
  func `what begins as the end of what was learned goes on comes back`(_ size: Int) {
    var random = SeededRandom.announced("border")
    let learned = random.bytes(200) + [UInt8](repeating: 9, count: size)
    let bytes =
      [UInt8](repeating: 9, count: size + 40) + learned.suffix(size + 20) + random.bytes(40)
    BlockCodecTests.expectRoundTrip(bytes, behind: learned, "seed \(random.seed)")
    BlockCodecTests.expectRoundTrip(learned, behind: learned, "seed \(random.seed)")
  }

  @Test func `a code whose dictionary is missing or shorter is refused`() {
    var random = SeededRandom.announced("dictionary")
    // Nothing in it repeats, so the first match reaches back to its beginning.
    let learned = random.bytes(900)
    let code = BlockCodecTests.encode(learned, behind: learned)
    #expect(code.count < 30)
    #expect(BlockCodecTests.decode(code, size: 900, behind: learned) == learned)
    for size in 0..<learned.count {
      let decoded = BlockCodecTests.decode(code, size: 900, behind: Array(learned.suffix(size)))
      #expect(decoded == nil, "the last \(size) bytes, seed \(random.seed)")
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
      let learned = random.oneIn(2) ? bytes.prefix(random.below(400)) + random.bytes(9) : []
      var code = BlockCodecTests.encode(bytes, behind: learned)
      for _ in 0...random.below(4) where code.count > 0 {
        code[random.below(code.count)] = random.oneIn(3) ? 0xFF : random.bytes(1)[0]
      }
      let wanted = random.oneIn(3) ? random.below(bytes.count + 1) : Int.max
      if let decoded = BlockCodecTests.decode(
        code, size: bytes.count, wanted: wanted, behind: learned)
      {
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
      let learned = random.oneIn(2) ? random.bytes(random.below(70_000)) : []
      if let decoded = BlockCodecTests.decode(code, size: size, behind: learned) {
        #expect(decoded.count == size)
      }
    }
  }
}
