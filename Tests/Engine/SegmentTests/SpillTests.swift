import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// A spill gives back what was put into it, from the disk and from memory.
@Suite struct SpillTests {
  @Test(arguments: [false, true], [64, 1_000, 1 << 20])
  func `numbers come back in their order, whatever the buffer holds`(
    isOnDisk: Bool, step: Int
  ) throws {
    var random = SeededRandom.announced("spill")
    let folder = try TemporaryFolder()
    let file = isOnDisk ? try SpillFile(path: folder.path("spill"), files: .system) : nil
    // Two spills side by side, so that their pieces lie in turns in one file.
    var first = SpillWriter(file)
    var second = SpillWriter(file)
    let numbers = (0..<200_000).map { _ in UInt64(random.below(1 << 40)) >> random.below(40) }
    for number in numbers {
      first.bytes.append(varint: number)
      try first.handOn()
      second.bytes.append(littleEndian: number &+ 1)
      try second.handOn()
    }
    let spills = (try first.finish(), try second.finish())
    #expect(spills.1.size == numbers.count * 8)
    var reader = SpillReader(spills.0, step: step)
    var otherReader = SpillReader(spills.1, step: step)
    for number in numbers {
      let one = try reader.varint()
      try otherReader.need(8)
      let other: UInt64 = otherReader.buffer.load(otherReader.at)
      otherReader.skip(8)
      guard one == number, other == number &+ 1 else {
        Issue.record("\(one) and \(other) instead of \(number), seed \(random.seed)")
        return
      }
    }
    let areAtEnd = reader.isAtEnd && otherReader.isAtEnd
    let codes = [
      failureCode { try otherReader.need(1) }, failureCode { _ = try reader.varint() },
    ]
    #expect(areAtEnd)
    #expect(codes == [.indexDamaged, .indexDamaged])
  }

  @Test func `a scratch file that was cut off is damage`() throws {
    let folder = try TemporaryFolder()
    let file = try SpillFile(path: folder.path("spill"), files: .system)
    var writer = SpillWriter(file)
    writer.bytes.append(zeros: 5_000)
    let spill = try writer.finish()
    try FileOperations.system.create(folder.path("spill")).truncate(to: 4_000)
    var reader = SpillReader(spill, step: 1_000)
    try reader.need(3_000)
    let code = failureCode { try reader.need(5_000) }
    #expect(code == .indexDamaged)
  }
}
