import FootlightPlatform

/// The names of elements and attributes, each with a number: a file has few of them, many times.
struct NameTable: ~Copyable {
  private var bytes = ByteArena()
  private var ranges: [ByteRange] = []
  /// Numbers by hash, −1 for a free place; at most half full.
  private var places = [Int32](repeating: -1, count: 256)
  /// The number that was noted of each name, and in which round.
  private var marks: [(round: Int, value: Int)] = []
  private var round = 0
  /// Where hashing begins, so that nobody can prepare names that fall together.
  private let seed = UInt64.random(in: 0 ... .max)

  /// How many names there are.
  var count: Int { ranges.count }

  /// The number of a name.
  mutating func number(of name: borrowing Span<UInt8>) -> Int32 {
    var index = Int(truncatingIfNeeded: NameTable.hash(name, seed)) & (places.count - 1)
    while places[index] >= 0 {
      if equals(Int(places[index]), name) { return places[index] }
      index = (index + 1) & (places.count - 1)
    }
    let number = Int32(truncatingIfNeeded: ranges.count)
    let start = bytes.count
    bytes.append(name)
    ranges.append(ByteRange(start: start, count: name.count))
    marks.append((0, 0))
    places[index] = number
    if ranges.count * 2 > places.count { grow() }
    return number
  }

  /// Appends a name.
  func append(_ number: Int32, to arena: inout ByteArena) {
    arena.append(bytes, ranges[Int(number)])
  }

  /// The number that was noted of a name since ``forgetMarks()``.
  func mark(of name: Int) -> Int? {
    marks[name].round == round ? marks[name].value : nil
  }

  mutating func setMark(of name: Int, _ value: Int) {
    marks[name] = (round, value)
  }

  mutating func forgetMarks() { round += 1 }

  private func equals(_ number: Int, _ name: borrowing Span<UInt8>) -> Bool {
    let range = ranges[number]
    guard Int(range.count) == name.count else { return false }
    var at = range.lowerBound
    for index in name.indices {
      if bytes[at] != name[index] { return false }
      at += 1
    }
    return true
  }

  private mutating func grow() {
    places = [Int32](repeating: -1, count: places.count * 2)
    for number in ranges.indices {
      let hash = bytes.withSpan(ranges[number]) { [seed] in NameTable.hash($0, seed) }
      var index = Int(truncatingIfNeeded: hash) & (places.count - 1)
      while places[index] >= 0 { index = (index + 1) & (places.count - 1) }
      places[index] = Int32(truncatingIfNeeded: number)
    }
  }

  /// FNV-1a, from a beginning of its own.
  private static func hash(_ name: borrowing Span<UInt8>, _ seed: UInt64) -> UInt64 {
    var hash = seed
    for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
    return hash ^ hash &>> 32
  }
}
