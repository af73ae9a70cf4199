import FootlightDiagnostics
import FootlightPlatform

/// Writes the streams `names` and `nsparse`: all names sorted by their terms, then document.
///
/// The names are dealt by their first term, whose counts are known, and each hand is sorted by
/// the next two terms and, where those are equal, by the whole.
struct NamesWriter: ~Copyable {
  private struct Entry {
    var document: UInt32
    var ordinal: UInt16
    var second: UInt32
    var third: UInt32
  }

  private let width: Int
  /// The stream `fwd` as written, to compare long names in.
  private var forward = ByteArena(capacity: 1 << 20)
  /// Where each document's record begins in `forward`, behind a size.
  private var starts: [Int] = []
  private var entries: [Entry] = []
  /// Where each hand begins in `entries`.
  private var hands: [UInt32]

  /// Reads the names back from `fwd`.
  init(
    width: Int, leading: [UInt32], names: Int, documents: Int, file: SegmentFile
  ) throws(Failure) {
    self.width = width
    hands = leading
    var sum: UInt32 = 0
    for term in hands.indices {
      let count = hands[term]
      hands[term] = sum
      sum &+= count
    }
    let size = file.offset(.fwd)
    forward.reserve(size)
    var row = 0
    while forward.count < size {
      try file.read(.fwd, row: row, into: &forward)
      row += 1
    }
    starts.reserveCapacity(documents)
    entries = [Entry](
      repeating: Entry(document: 0, ordinal: 0, second: 0, third: 0), count: names)
    deal(documents)
    sortHands()
  }

  private mutating func deal(_ documents: Int) {
    var next = hands
    var at = 0
    for document in 0..<documents {
      let inChunk = at % SegmentFormat.chunk
      if inChunk == 0 {
        at += 4
      } else if forward[at] == 0 {
        // Padding: no record begins with a count of no names.
        at += SegmentFormat.chunk - inChunk + 4
      }
      starts.append(at)
      let count = forward.varint32(&at)
      for ordinal in 0..<count {
        let length = Int(forward.varint32(&at))
        if length > 0 {
          let first = Int(term(at))
          let entry = Entry(
            document: UInt32(truncatingIfNeeded: document),
            ordinal: UInt16(truncatingIfNeeded: ordinal),
            second: length > 1 ? term(at + width) + 1 : 0,
            third: length > 2 ? term(at + 2 * width) + 1 : 0)
          entries[Int(next[first])] = entry
          next[first] += 1
        }
        at += length * width
      }
      for _ in 0..<2 { at += Int(forward.varint32(&at)) * width }
      at += 5
    }
  }

  private func term(_ offset: Int) -> UInt32 {
    var number: UInt32 = 0
    for byte in 0..<width { number |= UInt32(forward[offset + byte]) << UInt32(8 * byte) }
    return number
  }

  private mutating func sortHands() {
    var all: [Entry] = []
    swap(&all, &entries)
    for hand in hands.indices.dropLast() where hands[hand + 1] - hands[hand] > 1 {
      all[Int(hands[hand])..<Int(hands[hand + 1])].sort { precedes($0, $1) }
    }
    swap(&all, &entries)
  }

  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    if a.second != b.second { return a.second < b.second }
    if a.third != b.third { return a.third < b.third }
    if a.third != 0 {
      let order = compareFromFourth(a, b)
      if order != 0 { return order < 0 }
    }
    return a.document != b.document ? a.document < b.document : a.ordinal < b.ordinal
  }

  private func compareFromFourth(_ a: Entry, _ b: Entry) -> Int {
    let one = sequence(a)
    let other = sequence(b)
    var index = 3
    while index < min(one.length, other.length) {
      let x = term(one.start + index * width)
      let y = term(other.start + index * width)
      if x != y { return x < y ? -1 : 1 }
      index += 1
    }
    return one.length - other.length
  }

  private func sequence(_ entry: Entry) -> (start: Int, length: Int) {
    var at = starts[Int(entry.document)]
    _ = forward.varint32(&at)
    for _ in 0..<entry.ordinal { at += Int(forward.varint32(&at)) * width }
    let length = Int(forward.varint32(&at))
    return (at, length)
  }

  /// Writes both streams.
  ///
  /// - Returns: the samples that begin a chunk of `nsparse`.
  func write(into file: SegmentFile) throws(Failure) -> [UInt32] {
    var names = ByteArena(capacity: 1 << 16)
    var sparse = ByteArena(capacity: 1 << 16)
    var smallest = UInt32.max
    var sample: [UInt32] = []
    var first: [UInt32] = []
    let perChunk =
      SegmentFormat.chunk / SegmentFormat.sparseEntry * SegmentFormat.namesPerSparse
    for index in entries.indices {
      let entry = entries[index]
      if index % SegmentFormat.namesPerSparse == 0 {
        if index > 0 { NamesWriter.append(sample, smallest, to: &sparse) }
        sample = firstFour(entry)
        if index % perChunk == 0 { first += sample }
        smallest = .max
      }
      smallest = min(smallest, entry.document)
      names.append(littleEndian: entry.document)
      names.append(littleEndian: entry.ordinal)
      if names.count >= 48_000 {
        try file.append(.names, names, names.all)
        names.removeAll()
      }
    }
    if !entries.isEmpty { NamesWriter.append(sample, smallest, to: &sparse) }
    try file.append(.names, names, names.all)
    try file.append(.nsparse, sparse, sparse.all)
    return first
  }

  private func firstFour(_ entry: Entry) -> [UInt32] {
    let place = sequence(entry)
    return (0..<4).map { $0 < place.length ? term(place.start + $0 * width) + 1 : 0 }
  }

  private static func append(_ sample: [UInt32], _ smallest: UInt32, to sparse: inout ByteArena) {
    for term in sample { sparse.append(littleEndian: term) }
    sparse.append(littleEndian: smallest)
  }
}
