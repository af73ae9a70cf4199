package import FootlightPlatform

/// The texts of an attribute in the stream `values`, in the byte order of their folded forms.
///
/// Looked up through samples of every 64th text, so that nothing is loaded but what is asked for.
package struct ValueDictionary: Sendable {
  /// How many texts one sample stands for.
  package static let perSample = 64

  private let chunks: CheckedChunks
  /// How many texts.
  let count: Int
  private let samples: Int

  init(chunks: CheckedChunks, count: Int, samples: Int) {
    self.chunks = chunks
    self.count = count
    self.samples = samples
  }

  /// The first code whose folded text is not below another (`above`: is above it).
  ///
  /// `count` + 1 when none is. O(log n) texts are read.
  package func first(notBelow folded: borrowing ByteArena, above: Bool = false) throws(Failure)
    -> UInt64
  {
    guard count > 0 else { return 1 }
    var entry = ValueEntry()
    let wantsMore = { (order: Int) in order < 0 || above && order == 0 }
    let all = 0..<(count + ValueDictionary.perSample - 1) / ValueDictionary.perSample
    let next = try all.partitionPoint { index throws(Failure) in
      _ = try read(try sample(index), &entry)
      return wantsMore(entry.folded.compare(entry.folded.all, folded, folded.all))
    }
    guard next > 0 else { return 1 }
    // The sample before is below: the place is among the texts after it.
    var place = (next - 1) * ValueDictionary.perSample
    let end = min(next * ValueDictionary.perSample, count)
    var offset = try sample(next - 1)
    while place < end {
      offset = try read(offset, &entry)
      if !wantsMore(entry.folded.compare(entry.folded.all, folded, folded.all)) { break }
      place += 1
    }
    return UInt64(place) + 1
  }

  /// The folded text of a code.
  package func folded(_ code: UInt64) throws(Failure) -> [UInt8] {
    var entry = ValueEntry()
    try read(code: code, &entry)
    return entry.folded.bytes(entry.folded.all)
  }

  /// Calls `body` with the place of each of some codes, which ascend, and its text: folded, and as it is
  /// spelled most often.
  ///
  /// Text between two of the same 64 is read once; elsewhere it is passed over.
  package func forEachText(
    of codes: [UInt64], _ bounds: SearchBounds? = nil, _ body: (Int, [UInt8], String) -> Void
  ) throws(Failure) {
    var entry = ValueEntry()
    // The text at hand, and where the next one begins.
    var next = 0
    var offset = 0
    for (place, code) in codes.enumerated() {
      if place & 0xFF == 0 { try bounds?.check() }
      guard code > 0, code <= UInt64(count) else { throw chunks.damaged(.values) }
      let wanted = Int(code) - 1
      if place == 0 || wanted < next
        || wanted / ValueDictionary.perSample > next / ValueDictionary.perSample
      {
        next = wanted / ValueDictionary.perSample * ValueDictionary.perSample
        offset = try sample(wanted / ValueDictionary.perSample)
      }
      while next <= wanted {
        offset = try read(offset, &entry)
        next += 1
      }
      body(place, entry.folded.bytes(entry.folded.all), entry.spelling.text(entry.spelling.all))
    }
  }

  private func read(code: UInt64, _ entry: inout ValueEntry) throws(Failure) {
    guard code > 0, code <= UInt64(count) else { throw chunks.damaged(.values) }
    let place = Int(code) - 1
    var offset = try sample(place / ValueDictionary.perSample)
    for _ in 0...(place % ValueDictionary.perSample) { offset = try read(offset, &entry) }
  }

  private func sample(_ index: Int) throws(Failure) -> Int {
    var bytes = ByteArena(capacity: 64)
    try chunks.copy(.values, samples + index * 5, count: 5, into: &bytes)
    return Int(UInt64(bytes.load(0, as: UInt32.self)) | UInt64(bytes[4]) << 32)
  }

  /// Reads the text at an offset; returns where the next one begins.
  private func read(_ offset: Int, _ entry: inout ValueEntry) throws(Failure) -> Int {
    let total = chunks.size(.values)
    var at = offset
    entry.folded.removeAll()
    let size = try varint(&at, &entry.scratch)
    guard size <= total - at else { throw chunks.damaged(.values) }
    try chunks.copy(.values, at, count: size, into: &entry.folded)
    at += size
    let spelled = try varint(&at, &entry.scratch)
    entry.spelling.removeAll()
    guard spelled > 0 else {
      entry.spelling.append(entry.folded, entry.folded.all)
      return at
    }
    guard spelled - 1 <= total - at else { throw chunks.damaged(.values) }
    try chunks.copy(.values, at, count: spelled - 1, into: &entry.spelling)
    return at + spelled - 1
  }

  private func varint(_ offset: inout Int, _ scratch: inout ByteArena) throws(Failure) -> Int {
    scratch.removeAll()
    let room = min(10, chunks.size(.values) - offset)
    try chunks.copy(.values, offset, count: room, into: &scratch)
    var at = 0
    guard let number = scratch.varint(&at), number < 1 << 40 else { throw chunks.damaged(.values) }
    offset += at
    return Int(number)
  }
}

/// A text of a dictionary, as it was read.
private struct ValueEntry: ~Copyable {
  var folded = ByteArena(capacity: 256)
  var spelling = ByteArena(capacity: 256)
  var scratch = ByteArena(capacity: 64)
}
