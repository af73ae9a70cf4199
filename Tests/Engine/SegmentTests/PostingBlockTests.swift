import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Gaps in blocks of up to 128, at every width.
@Suite struct PostingBlockTests {
  private static func packed(_ gaps: [UInt32], width: Int) -> [UInt8] {
    let count = gaps.count
    // A sentinel behind the block must survive.
    let size = PostingBlock.packedSize(count, width: width)
    var bytes = [UInt8](repeating: 0xA5, count: size + 16)
    let padded = gaps + [UInt32](repeating: 0, count: PostingBlock.size - count)
    unsafe bytes.withUnsafeMutableBytes { target in
      unsafe padded.withUnsafeBufferPointer { gaps in
        guard let source = gaps.baseAddress, let target = target.baseAddress else { return }
        unsafe PostingBlock.pack(source, count: count, width: width, into: target)
      }
    }
    return bytes
  }

  private static func unpacked(
    _ bytes: [UInt8], count: Int = PostingBlock.size, width: Int, after before: UInt32
  ) -> [UInt32] {
    var documents = [UInt32](repeating: 0xDEAD, count: PostingBlock.size)
    unsafe bytes.withUnsafeBytes { source in
      unsafe documents.withUnsafeMutableBufferPointer { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        unsafe PostingBlock.unpack(
          source, count: count, width: width, after: before, into: target)
      }
    }
    return Array(documents.prefix(count))
  }

  /// The documents behind `before` that have these gaps between them.
  private static func summed(_ gaps: [UInt32], after before: UInt32) -> [UInt32] {
    var last = before
    return gaps.map { gap in
      last = last &+ 1 &+ gap
      return last
    }
  }

  @Test(arguments: 0...32)
  func `what is packed comes back`(_ width: Int) {
    var random = SeededRandom.announced("width \(width)")
    let widest: UInt32 = width == 0 ? 0 : .max >> UInt32(32 - width)
    for round in 0..<12 {
      let count = round < 4 ? PostingBlock.size : 1 + random.below(PostingBlock.size)
      var gaps = (0..<count).map { _ in
        UInt32(truncatingIfNeeded: random.next()) & widest
      }
      if round == 0 { gaps = gaps.map { _ in widest } }
      gaps[random.below(gaps.count)] = widest
      #expect(PostingBlock.width(gaps.span) == width)
      let bytes = PostingBlockTests.packed(gaps, width: width)
      #expect(bytes.suffix(16).allSatisfy { $0 == 0xA5 }, "no more bytes than are told")
      for before in [UInt32.max, 0, 41] {
        #expect(
          PostingBlockTests.unpacked(bytes, count: count, width: width, after: before)
            == PostingBlockTests.summed(gaps, after: before), "seed \(random.seed)")
      }
    }
  }

  @Test func `neighbouring documents take no bits`() {
    let gaps = [UInt32](repeating: 0, count: PostingBlock.size)
    #expect(PostingBlock.width(gaps.span) == 0)
    #expect(PostingBlockTests.unpacked([], width: 0, after: .max) == Array(0..<128))
    #expect(PostingBlockTests.unpacked([], width: 0, after: 9) == Array(10..<138))
  }

  @Test func `one wide gap widens the block`() {
    for bit in 0..<32 {
      var gaps = [UInt32](repeating: 0, count: PostingBlock.size)
      gaps[bit * 4] = 1 << UInt32(bit)
      #expect(PostingBlock.width(gaps.span) == bit + 1)
    }
  }
}
