import FootlightPlatform

/// A set of folded words, looked up by bytes: open addressing over the first eight bytes.
struct StopWordTable: Sendable {
  /// The first eight bytes of the word in each slot; 0 is empty, for no token holds a zero byte.
  private var heads: [UInt64] = []
  /// Where the word of each slot lies in `bytes` and how long it is, as one number.
  private var places: [UInt32] = []
  private var bytes: [UInt8] = []
  private var longest = 0
  private var shift: UInt64 = 0

  init(_ words: [String]) {
    guard !words.isEmpty else { return }
    var size = 8
    while size < words.count * 4 { size *= 2 }
    shift = UInt64(size.leadingZeroBitCount + 1)
    heads = [UInt64](repeating: 0, count: size)
    places = [UInt32](repeating: 0, count: size)
    for text in words {
      let word = [UInt8](text.utf8)
      guard !word.isEmpty, word.count <= Scanner.longestToken else { continue }
      longest = max(longest, word.count)
      let head = word.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      var slot = self.slot(head)
      while heads[slot] != 0 { slot = (slot + 1) & (size - 1) }
      heads[slot] = head
      places[slot] = UInt32(bytes.count) << 8 | UInt32(word.count)
      bytes += word
    }
  }

  /// Whether there is no word in it.
  var isEmpty: Bool { longest == 0 }

  /// Whether the bytes are one of the words.
  func contains(_ text: borrowing ByteArena, _ range: ByteRange) -> Bool {
    let size = Int(range.count)
    guard size <= longest, size > 0 else { return false }
    let head = text.word(at: range.lowerBound, before: range.upperBound)
    var slot = self.slot(head)
    while heads[slot] != 0 {
      if heads[slot] == head {
        let place = places[slot]
        // Up to eight bytes the head is the whole word.
        if size <= 8 && place & 0xFF <= 8 { return true }
        if place & 0xFF == UInt32(size), equals(Int(place >> 8), text, range) { return true }
      }
      slot = (slot + 1) & (heads.count - 1)
    }
    return false
  }

  private func equals(_ place: Int, _ text: borrowing ByteArena, _ range: ByteRange) -> Bool {
    for offset in 8..<Int(range.count)
    where bytes[place + offset] != text[range.lowerBound + offset] { return false }
    return true
  }

  /// The words as the analysis writes them, each once, sorted.
  static func folded(_ words: [String]) -> [String] {
    guard !words.isEmpty else { return [] }
    let plain = Analyzer()
    var found: Set<String> = []
    for word in words {
      for token in plain.analyze(word, as: .field) where !token.traits.contains(.derived) {
        found.insert(token.text)
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  @inline(__always)
  private func slot(_ head: UInt64) -> Int {
    Int(truncatingIfNeeded: (head &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }
}
