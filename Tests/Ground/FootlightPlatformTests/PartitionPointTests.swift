import FootlightPlatform
import Testing

struct PartitionPointTests {
  @Test func `both searches find the place that a walk finds, in every range`() {
    for count in 0...70 {
      for start in [0, 5] {
        for end in start...(start + count) {
          let range = start..<(start + count)
          #expect(range.partitionPoint { $0 < end } == end)
          #expect(range.gallopingPartitionPoint { $0 < end } == end)
        }
      }
    }
  }

  @Test func `no place outside of the range is asked for`() {
    for count in 0...70 {
      let range = 3..<(3 + count)
      _ = range.partitionPoint { place in
        #expect(range.contains(place))
        return true
      }
      _ = range.gallopingPartitionPoint { place in
        #expect(range.contains(place))
        return true
      }
    }
  }

  @Test
  func `binary search asks as often as a range can be halved, galloping as the place is near`() {
    var asked = 0
    _ = (0..<1 << 20).partitionPoint { place in
      asked += 1
      return place < 777
    }
    #expect(asked <= 21)
    asked = 0
    _ = (0..<1 << 20).gallopingPartitionPoint { place in
      asked += 1
      return place < 7
    }
    #expect(asked <= 8)
  }

  @Test func `codes up to the highest number have a place`() {
    let codes: Range<UInt64> = 1..<UInt64.max
    #expect(codes.partitionPoint { $0 < UInt64.max - 3 } == UInt64.max - 3)
    #expect(codes.partitionPoint { _ in true } == .max)
  }

  @Test func `what a question throws is passed on`() {
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try (0..<4).partitionPoint { _ throws(Unreadable) in throw Unreadable() }
    }
    #expect(throws: Unreadable.self) {
      try (0..<4).gallopingPartitionPoint { _ throws(Unreadable) in throw Unreadable() }
    }
  }
}
