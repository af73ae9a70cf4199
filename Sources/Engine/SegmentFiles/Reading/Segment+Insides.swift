package import FootlightDiagnostics
import FootlightPlatform
import TextAnalysis

/// Finds terms of names by what stands within them: by three bytes at a time (trigrams; Zobel, Moffat and Sacks-Davis,
/// "Searching large lexicons for partially specified terms", 1993), then by looking at the terms themselves.
extension Segment {
  /// The mark after the last byte of a term; UTF-8 holds no such byte.
  package static let endMark: UInt8 = 0xFF

  /// The terms of names that hold a piece of three bytes or more, ascending.
  package func terms(holding piece: [UInt8], atEnd: Bool) throws(Failure) -> [TermEntry] {
    guard piece.count > 2 else { return [] }
    let bytes = atEnd ? piece + [Segment.endMark] : piece
    let candidates = chunks.size(.trigrams) > 0 ? try candidates(bytes) : nil
    // Three bytes are found for sure; of more it is known that all stand there, not how.
    let isSure = candidates != nil && bytes.count == 3
    var found: [TermEntry] = []
    try forEachTerm(among: candidates, readsTexts: !isSure) { entry, text in
      guard entry.inNames > 0, isSure || !text.isStem && text.holds(piece, atEnd: atEnd) else {
        return
      }
      found.append(entry)
    }
    return found
  }

  /// The numbers of the terms that hold each three bytes in a row.
  private func candidates(_ bytes: [UInt8]) throws(Failure) -> [UInt32] {
    var lists: [Range<Int>] = []
    for place in 0..<bytes.count - 2 {
      let key =
        UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
      guard let list = try list(ofTrigram: key) else { return [] }
      if !lists.contains(list) { lists.append(list) }
    }
    lists.sort { $0.count < $1.count }
    var found: [UInt32]?
    // After the shortest lists a look at the terms is cheaper than another list.
    for list in lists.prefix(3) {
      guard found.map({ $0.count > 64 }) ?? true else { break }
      let numbers = try numbers(list)
      guard let before = found else {
        found = numbers
        continue
      }
      var rest: [UInt32] = []
      var place = 0
      for number in before {
        place = (place..<numbers.count).gallopingPartitionPoint { numbers[$0] < number }
        if place < numbers.count, numbers[place] == number { rest.append(number) }
      }
      found = rest
    }
    return found ?? []
  }

  /// Where the list of three bytes lies; nil where no term holds them.
  private func list(ofTrigram key: UInt32) throws(Failure) -> Range<Int>? {
    let count = chunks.size(.trigrams) / SegmentFormat.trigramEntry
    let place = try (0..<count).partitionPoint { (place) throws(Failure) in
      try trigram(place).key < key
    }
    guard place < count else { return nil }
    let (found, start) = try trigram(place)
    guard found == key else { return nil }
    let end = place + 1 < count ? try trigram(place + 1).start : chunks.size(.insides)
    guard start < end, end <= chunks.size(.insides) else { throw chunks.damaged(.trigrams) }
    return start..<end
  }

  private func trigram(_ place: Int) throws(Failure) -> (key: UInt32, start: Int) {
    let view = try chunks.view(.trigrams, place * SegmentFormat.trigramEntry)
    guard view.count >= SegmentFormat.trigramEntry else { throw chunks.damaged(.trigrams) }
    let entry: UInt64 = view.load(0)
    return (UInt32(truncatingIfNeeded: entry >> 40), Int(entry & 0xFF_FFFF_FFFF))
  }

  private func numbers(_ list: Range<Int>) throws(Failure) -> [UInt32] {
    var bytes = ByteArena(capacity: list.count + 8)
    try chunks.copy(.insides, list.lowerBound, count: list.count, into: &bytes)
    var numbers: [UInt32] = []
    var at = 0
    var number: UInt64 = 0
    while at < bytes.count {
      guard let step = bytes.varint(&at), step < 1 << 32 else { throw chunks.damaged(.insides) }
      number += step
      guard number <= UInt64(header.terms), number > 0 else { throw chunks.damaged(.insides) }
      numbers.append(UInt32(truncatingIfNeeded: number - 1))
    }
    return numbers
  }

  /// Calls `body` with the entries of some terms, ascending, or of all, and with their texts where these are wanted.
  private func forEachTerm(
    among numbers: [UInt32]?, readsTexts: Bool, _ body: (TermEntry, borrowing ByteArena) -> Void
  ) throws(Failure) {
    let index = try dictionaryIndex()
    var text = ByteArena(capacity: 64)
    var next = 0
    var block = 0
    while block < index.blocks {
      if let numbers {
        guard next < numbers.count else { return }
        block = index.block(ofNumber: numbers[next])
      }
      var terms = try StoredTerms(self, index, block: block)
      let first = index.firstNumbers[block]
      block += 1
      let end = block < index.blocks ? index.firstNumbers[block] : UInt32(clamping: header.terms)
      text.removeAll()
      for number in first..<max(first, end) {
        guard let entry = terms.entries.next() else { throw chunks.damaged(.term) }
        if readsTexts {
          guard let term = terms.next(), term.shared <= text.count else {
            throw chunks.damaged(.term)
          }
          text.truncate(to: term.shared)
          terms.view.withSpan(term.rest) { text.append($0) }
        }
        if let numbers {
          guard next < numbers.count else { return }
          guard numbers[next] == number else { continue }
          next += 1
        }
        body(entry, text)
      }
    }
  }

  /// Checks that the lists are in order and name terms that there are.
  func verifyInsides() throws(Failure) {
    var before: (key: UInt32, start: Int)?
    for place in 0..<chunks.size(.trigrams) / SegmentFormat.trigramEntry {
      let entry = try trigram(place)
      guard before.map({ $0.key < entry.key && $0.start < entry.start }) ?? (entry.start == 0),
        let list = try list(ofTrigram: entry.key)
      else { throw chunks.damaged(.trigrams) }
      _ = try numbers(list)
      before = entry
    }
  }
}

extension ByteArena {
  /// Whether a term is no word of a text but the stem of some, behind its mark.
  fileprivate var isStem: Bool { count > 0 && self[0] == Stemmer.mark }

  /// Whether a piece stands within the bytes, or at their end.
  fileprivate borrowing func holds(_ piece: [UInt8], atEnd: Bool) -> Bool {
    guard count >= piece.count else { return false }
    for start in (atEnd ? count - piece.count : 0)...count - piece.count {
      var place = 0
      while place < piece.count, self[start + place] == piece[place] { place += 1 }
      if place == piece.count { return true }
    }
    return false
  }
}
