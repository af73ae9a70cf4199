import FootlightPlatform
import Testing

@Suite struct HashTests {
  private func hash(_ bytes: [UInt8]) -> UInt64 {
    var arena = ByteArena()
    arena.append(bytes)
    return arena.hash(arena.all)
  }

  @Test func `the length of a text never makes up for its bytes`() {
    #expect(hash(Array("-\0".utf8)) != hash(Array(".".utf8)))
    var seen: [UInt64: [UInt8]] = [:]
    var collisions: [[UInt8]] = []
    for first in UInt8.min...UInt8.max {
      for zeros in 0...9 {
        let bytes = [first] + [UInt8](repeating: 0, count: zeros)
        if seen.updateValue(bytes, forKey: hash(bytes)) != nil { collisions.append(bytes) }
      }
    }
    #expect(collisions.isEmpty)
  }
}
