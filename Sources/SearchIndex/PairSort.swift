/// Sorts documents with impacts by document, then by falling impact.
enum PairSort {
  /// Sorts by eleven bits at a time, least significant first; small lists by comparing.
  static func sort(_ pairs: inout [UInt64], _ spare: inout [UInt64]) {
    guard pairs.count > 256 else {
      pairs.sort()
      return
    }
    if spare.count < pairs.count { spare = [UInt64](repeating: 0, count: pairs.count) }
    var all: UInt64 = 0
    for pair in pairs { all |= pair }
    var shift: UInt64 = 0
    while shift < 64, all >> shift != 0 {
      var starts = [Int](repeating: 0, count: 2_049)
      for pair in pairs { starts[Int(pair >> shift & 2_047) + 1] += 1 }
      for hand in 0..<2_048 { starts[hand + 1] += starts[hand] }
      for pair in pairs {
        let hand = Int(pair >> shift & 2_047)
        spare[starts[hand]] = pair
        starts[hand] += 1
      }
      for index in pairs.indices { pairs[index] = spare[index] }
      shift += 11
    }
  }
}
