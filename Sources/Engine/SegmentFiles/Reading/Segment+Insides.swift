package import FootlightPlatform
import TextAnalysis

/// Finds terms of names by what stands within them: by three bytes at a time (trigrams; Zobel, Moffat and Sacks-Davis,
/// "Searching large lexicons for partially specified terms", 1993), then by looking at the terms themselves.
extension Segment {
  /// The terms of names that hold a piece of three bytes or more, ascending.
  package func terms(holding piece: [UInt8], atEnd: Bool) throws(Failure) -> [TermEntry] {
    guard piece.count > 2 else { return [] }
    let bytes = atEnd && termsPerGroup == 1 ? piece + [SegmentFormat.endOfTerm] : piece
    let groups = chunks.size(.trigrams) > 0 ? try groups(holding: bytes) : nil
    // A term that is a group of its own holds three bytes for sure; of more it is known that all stand there, not how.
    let isSure = groups != nil && termsPerGroup == 1 && bytes.count == 3
    var found: [TermEntry] = []
    try forEachTerm(among: groups, readsTexts: !isSure) { entry, text in
      guard entry.inNames > 0, isSure || !text.isStem && text.holds(piece, atEnd: atEnd) else {
        return
      }
      found.append(entry)
    }
    return found
  }

  /// The groups of terms in which each three bytes in a row stand, ascending.
  private func groups(holding piece: [UInt8]) throws(Failure) -> [UInt32] {
    var lists: [Range<Int>] = []
    for place in 0..<piece.count - 2 {
      let key =
        UInt32(piece[place]) << 16 | UInt32(piece[place + 1]) << 8 | UInt32(piece[place + 2])
      guard let list = try list(ofTrigram: key) else { return [] }
      if !lists.contains(list) { lists.append(list) }
    }
    lists.sort { $0.count < $1.count }
    var found: [UInt32]?
    // After the shortest lists a look at the terms is cheaper than another list.
    for list in lists.prefix(3) {
      guard found.map({ $0.count > 64 }) ?? true else { break }
      let groups = try groups(list)
      guard let before = found else {
        found = groups
        continue
      }
      var rest: [UInt32] = []
      var place = 0
      for group in before {
        place = (place..<groups.count).gallopingPartitionPoint { groups[$0] < group }
        if place < groups.count, groups[place] == group { rest.append(group) }
      }
      found = rest
    }
    return found ?? []
  }

  /// Where the list of three bytes lies; nil where no term holds them.
  private func list(ofTrigram wanted: UInt32) throws(Failure) -> Range<Int>? {
    let next = try (0..<trigramEntries).partitionPoint { (place) throws(Failure) in
      try trigram(place).key <= wanted
    }
    guard next > 0 else { return nil }
    var found: Range<Int>?
    try forEachTrigram(from: next - 1) { (key, list) throws(Failure) in
      if key == wanted { found = list }
      return key < wanted
    }
    return found
  }

  private var termsPerGroup: Int { SegmentFormat.termsPerGroup(of: header.terms) }

  private var trigramEntries: Int { chunks.size(.trigrams) / SegmentFormat.trigramEntry }

  private func trigram(_ place: Int) throws(Failure) -> (key: UInt32, start: Int) {
    let view = try chunks.view(.trigrams, place * SegmentFormat.trigramEntry)
    guard view.count >= SegmentFormat.trigramEntry else { throw chunks.damaged(.trigrams) }
    let entry: UInt64 = view.load(0)
    return (UInt32(truncatingIfNeeded: entry >> 40), Int(entry & 0xFF_FFFF_FFFF))
  }

  /// Calls `body` with the three bytes that an entry of `trigrams` stands for and where their lists lie, until it says stop.
  private func forEachTrigram(
    from place: Int, _ body: (UInt32, Range<Int>) throws(Failure) -> Bool
  ) throws(Failure) {
    let (first, start) = try trigram(place)
    let end =
      place + 1 < trigramEntries ? try trigram(place + 1).start : chunks.size(.insides)
    guard start < end, end <= chunks.size(.insides) else { throw chunks.damaged(.trigrams) }
    var key = UInt64(first)
    var at = start
    var head = ByteArena(capacity: 16)
    while at < end {
      // Two numbers of at most five bytes.
      head.removeAll()
      try chunks.copy(.insides, at, count: min(10, end - at), into: &head)
      var size = 0
      guard let step = head.varint(&size), let bytes = head.varint(&size), step < 1 << 24,
        (at == start) == (step == 0), bytes > 0, bytes <= UInt64(end - at - size)
      else { throw chunks.damaged(.insides) }
      key += step
      let list = at + size..<at + size + Int(bytes)
      guard key < 1 << 24 else { throw chunks.damaged(.insides) }
      guard try body(UInt32(truncatingIfNeeded: key), list) else { return }
      at = list.upperBound
    }
  }

  /// The groups of a list, ascending.
  private func groups(_ list: Range<Int>) throws(Failure) -> [UInt32] {
    var bytes = ByteArena(capacity: list.count + 8)
    try chunks.copy(.insides, list.lowerBound, count: list.count, into: &bytes)
    let size = termsPerGroup
    let most = UInt64((header.terms + size - 1) / size)
    var groups: [UInt32] = []
    var at = 0
    var group: UInt64 = 0
    while at < bytes.count {
      guard let step = bytes.varint(&at), step > 0, step <= most - group else {
        throw chunks.damaged(.insides)
      }
      group += step
      groups.append(UInt32(truncatingIfNeeded: group - 1))
    }
    return groups
  }

  /// Calls `body` with the entries of the terms of some groups, ascending, or of all, and with their texts where these are
  /// wanted.
  private func forEachTerm(
    among groups: [UInt32]?, readsTexts: Bool, _ body: (TermEntry, borrowing ByteArena) -> Void
  ) throws(Failure) {
    let index = try dictionaryIndex()
    var text = ByteArena(capacity: 64)
    var wanted = WantedTerms(groups, size: termsPerGroup)
    var block = 0
    while block < index.blocks {
      let start = Int(index.firstNumbers[block])
      guard let next = wanted.next(from: start) else { return }
      if next > start { block = max(block, index.block(ofNumber: UInt32(clamping: next))) }
      var terms = try StoredTerms(self, index, block: block)
      var number = Int(index.firstNumbers[block])
      block += 1
      let end = block < index.blocks ? Int(index.firstNumbers[block]) : header.terms
      text.removeAll()
      while number < end, let next = wanted.next(from: number), next < end {
        guard let entry = terms.entries.next() else { throw chunks.damaged(.term) }
        if readsTexts {
          guard let term = terms.next(), term.shared <= text.count else {
            throw chunks.damaged(.term)
          }
          text.truncate(to: term.shared)
          terms.view.withSpan(term.rest) { text.append($0) }
        }
        if number == next { body(entry, text) }
        number += 1
      }
    }
  }

  /// Checks that the lists are in order and name groups that there are.
  func verifyInsides() throws(Failure) {
    let start = trigramEntries > 0 ? try trigram(0).start : chunks.size(.insides)
    guard start == 0 else { throw chunks.damaged(.trigrams) }
    var before: UInt32?
    for place in 0..<trigramEntries {
      try forEachTrigram(from: place) { (key, list) throws(Failure) in
        guard before.map({ $0 < key }) ?? true else { throw chunks.damaged(.insides) }
        before = key
        _ = try groups(list)
        return true
      }
    }
  }
}

/// The numbers of the terms of some groups, or of all, ascending.
private struct WantedTerms {
  private let groups: [UInt32]?
  private let size: Int
  private var place = 0

  /// - Parameter size: how many terms a group has.
  init(_ groups: [UInt32]?, size: Int) {
    self.groups = groups
    self.size = size
  }

  /// The first wanted number that is not below another one, which must not descend; nil where there is none.
  mutating func next(from number: Int) -> Int? {
    guard let groups else { return number }
    while place < groups.count, (Int(groups[place]) + 1) * size <= number { place += 1 }
    return place < groups.count ? max(number, Int(groups[place]) * size) : nil
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
