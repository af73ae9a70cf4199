import FootlightPlatform

/// Messages from an input, one a line; of one that is too long nothing is kept.
struct MessageLines: ~Copyable {
  private var input: ByteInput
  private let longest: Int
  private var block = ByteArena(capacity: 1 << 16)
  private var index = 0

  init(_ input: consuming ByteInput, longest: Int) {
    self.input = input
    self.longest = longest
  }

  /// The next line without its line feed, nothing for one that is too long; nil at the end.
  mutating func next() throws(Failure) -> [UInt8]?? {
    var line: [UInt8]? = []
    var isBegun = false
    while true {
      if index == block.count {
        block.removeAll()
        index = 0
        guard try input.read(into: &block, upTo: 1 << 16) > 0 else {
          return isBegun ? .some(line) : .none
        }
      }
      isBegun = true
      let end = block.firstIndex(of: UInt8(ascii: "\n"), from: index, to: block.count)
      let piece = ByteRange(start: index, count: (end ?? block.count) - index)
      index = end.map { $0 + 1 } ?? block.count
      if (line?.count ?? 0) + Int(piece.count) > longest { line = nil }
      line? += block.bytes(piece)
      if end != nil { return .some(line) }
    }
  }
}
