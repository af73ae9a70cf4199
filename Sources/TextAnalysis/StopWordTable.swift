import FootlightPlatform

/// A set of folded words, looked up by bytes: open addressing over the first eight bytes.
struct StopWordTable: Sendable {
  private var slots: [Slot] = []
  private var longest = 0

  private struct Slot: Sendable {
    var head: UInt64 = 0
    var word: [UInt8] = []
  }

  init(_ words: [String]) {
    guard !words.isEmpty else { return }
    var size = 8
    while size < words.count * 4 { size *= 2 }
    slots = [Slot](repeating: Slot(), count: size)
    for text in words {
      let word = [UInt8](text.utf8)
      guard !word.isEmpty else { continue }
      longest = max(longest, word.count)
      let head = StopWordTable.head(word)
      var place = StopWordTable.hash(head) & (size - 1)
      while !slots[place].word.isEmpty { place = (place + 1) & (size - 1) }
      slots[place] = Slot(head: head, word: word)
    }
  }

  /// Whether there is no word in it.
  var isEmpty: Bool { slots.isEmpty }

  /// Whether the bytes are one of the words.
  func contains(_ bytes: borrowing ByteArena, _ range: ByteRange) -> Bool {
    let size = Int(range.count)
    guard size <= longest, size > 0 else { return false }
    var head: UInt64 = 0
    for offset in 0..<min(size, 8) {
      head |= UInt64(bytes[range.lowerBound + offset]) &<< UInt64(offset * 8)
    }
    var place = StopWordTable.hash(head) & (slots.count - 1)
    while !slots[place].word.isEmpty {
      if slots[place].head == head, slots[place].word.count == size {
        var offset = 8
        while offset < size, slots[place].word[offset] == bytes[range.lowerBound + offset] {
          offset += 1
        }
        if offset >= size { return true }
      }
      place = (place + 1) & (slots.count - 1)
    }
    return false
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

  private static func head(_ word: [UInt8]) -> UInt64 {
    var head: UInt64 = 0
    for (offset, byte) in word.prefix(8).enumerated() {
      head |= UInt64(byte) << UInt64(offset * 8)
    }
    return head
  }

  private static func hash(_ head: UInt64) -> Int {
    Int(truncatingIfNeeded: ByteArena.mix(head, 0x9E37_79B9_7F4A_7C15) &>> 1)
  }
}
