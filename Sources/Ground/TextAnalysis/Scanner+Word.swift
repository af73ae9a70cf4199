import FootlightPlatform

extension Scanner {
  /// The shape of the word being read, apart from its bytes.
  struct WordShape {
    /// Where it begins in the arena.
    var start = 0
    /// The number of Hangul syllables.
    var syllables = 0
    /// The number of apostrophes within.
    var splitCount = 0
    /// The number of points within: dates and versions have two at least.
    var points = 0
    /// Where in the arena the parts after the first four apostrophes begin.
    var splits = SIMD4<UInt32>()
    /// The combining class of the mark read last.
    var markClass: UInt32 = 0
    /// Whether it holds a letter beyond ASCII.
    var hasLetter = false
    /// Whether it holds a digit beyond ASCII.
    var hasDigit = false

    /// Begins another word; `splits` hold nothing beyond their count.
    @inline(__always)
    mutating func begin(at start: Int) {
      self.start = start
      syllables = 0
      splitCount = 0
      points = 0
      markClass = 0
      hasLetter = false
      hasDigit = false
    }
  }

  /// Reads a word with all that belongs to it, and what binds it to the next one.
  @inline(__always)
  mutating func word(
    _ text: borrowing ByteArena, _ stops: borrowing StopWordTable, _ buffer: inout TokenBuffer
  ) {
    let start = buffer.bytes.count
    var offset = self.offset
    let end = self.end
    var letters: UInt64 = 0
    var digits: UInt64 = 0
    var isPlain = true
    while true {
      let chunk = ASCIIChunk(text.word(at: offset, before: end))
      let count = chunk.count
      buffer.bytes.append(word: chunk.folded, count: count)
      offset &+= count
      if count == 8 {
        letters |= chunk.letters
        digits |= chunk.digits
        continue
      }
      letters |= chunk.letters & chunk.beginning
      digits |= chunk.digits & chunk.beginning
      if offset >= end { break }
      let byte = text[offset]
      if byte == 0x20 { break }
      if byte < 0x80 && byte != 0x27 && byte != 0x2E && byte != 0x60 && byte != 0x22 { break }
      if isPlain {
        isPlain = false
        shape.begin(at: start)
      }
      if byte >= 0x80 {
        let before = offset
        offset = Scanner.copyLetters(text, from: offset, to: end, &buffer.bytes)
        if offset > before {
          shape.hasLetter = true
          continue
        }
      }
      self.offset = offset
      guard goOn(text, &buffer) else { break }
      offset = self.offset
    }
    self.offset = offset
    if !isPlain {
      if shape.hasLetter { letters |= 1 }
      if shape.hasDigit { digits |= 1 }
    }
    content.hasWords = true
    if letters != 0 && digits != 0 { content.hasMixedWords = true }
    // After most words nothing binds.
    if isPlain || (shape.splitCount | shape.syllables | shape.points) == 0 {
      let next = offset < end ? text[offset] : 0x20
      if !compound.isOpen && (ASCIIChunk.separates(next) || (next == 0x2C && digits == 0)) {
        emit(from: start, [], stops, &buffer)
        return
      }
      if isPlain { shape.begin(at: start) }
    }
    closeWord(start, text, stops, &buffer)
  }

  /// Appends the letters beyond ASCII that stand at an offset; returns the offset after them.
  @inline(__always)
  private static func copyLetters(
    _ text: borrowing ByteArena, from start: Int, to end: Int, _ bytes: inout ByteArena
  ) -> Int {
    var offset = start
    while offset < end, text[offset] >= 0x80 {
      let record = FoldingTable.wideRecord(text, offset, end)
      guard record.kind == .letter else { break }
      FoldingTable.append(record, at: offset, of: text, to: &bytes)
      offset &+= record.size
    }
    return offset
  }

  /// Reads one character that is no letter, if it belongs to the word.
  @inline(never)
  private mutating func goOn(_ text: borrowing ByteArena, _ buffer: inout TokenBuffer) -> Bool {
    let record = FoldingTable.record(text, offset, end)
    switch record.kind {
    case .digit:
      FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
      shape.hasDigit = true
    case .hangul, .jamoTail:
      FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
      if Hangul.composeLast(&buffer.bytes, from: shape.start) == false { shape.syllables &+= 1 }
      shape.hasLetter = true
    case .mark:
      appendMark(record, text, &buffer)
      shape.hasLetter = true
    case .ignored, .voicing:
      break
    case .apostrophe:
      guard buffer.bytes.count > shape.start,
        FoldingTable.record(text, offset &+ record.size, end).kind == .letter
      else { return false }
      if shape.splitCount < 4 { shape.splits[shape.splitCount] = UInt32(buffer.bytes.count) }
      shape.splitCount &+= 1
    case .point:
      guard Scanner.endsInDigit(buffer.bytes, from: shape.start),
        FoldingTable.record(text, offset &+ record.size, end).kind == .digit
      else { return false }
      buffer.bytes.append(0x2E)
      shape.points &+= 1
    case .quote:
      guard Scanner.endsInHebrew(buffer.bytes, from: shape.start),
        offset &+ record.size < end, text[offset &+ record.size] == 0xD7
      else { return false }
    default:
      return false
    }
    offset &+= record.size
    return true
  }

  /// Ends a word after which something may belong to it, or bind it to the next.
  @inline(never)
  private mutating func closeWord(
    _ start: Int, _ text: borrowing ByteArena, _ stops: borrowing StopWordTable,
    _ buffer: inout TokenBuffer
  ) {
    guard buffer.bytes.count > start else { return }
    let record = FoldingTable.record(text, offset, end)
    var wasAcronym = false
    var letters = 0
    if record.kind == .plus, !Scanner.endsInDigit(buffer.bytes, from: start) {
      letters = buffer.bytes.count &- start
      appendPluses(text, &buffer)
    } else if record.kind == .point, Scanner.isOneLetter(buffer.bytes, from: start) {
      wasAcronym = joinLetters(text, from: start, &buffer)
    }
    let end = buffer.bytes.count
    emit(from: start, [], stops, &buffer)
    if derives {
      if letters > 0 { derive(start, letters, .derived, &buffer) }
      if shape.splitCount > 0 { deriveParts(from: start, to: end, &buffer) }
      if shape.points > 1 { deriveDotted(from: start, to: end, &buffer) }
      if shape.syllables > 2 || (shape.syllables == 2 && end &- start > 6) {
        Hangul.derivePairs(from: start, to: end, at: position &- 1, &buffer)
      }
      bind(afterAcronym: wasAcronym, text, stops, &buffer)
    }
  }

  /// Reads the run of + and # after a letter.
  private mutating func appendPluses(_ text: borrowing ByteArena, _ buffer: inout TokenBuffer) {
    while true {
      let record = FoldingTable.record(text, offset, end)
      guard record.kind == .plus else { return }
      FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
      offset &+= record.size
    }
  }

  /// Writes the parts between apostrophes, so that `amour` finds "l'amour"; single letters say
  /// nothing.
  private func deriveParts(from start: Int, to end: Int, _ buffer: inout TokenBuffer) {
    guard shape.splitCount <= 4 else { return }
    var first = start
    for split in 0...shape.splitCount {
      let last = split < shape.splitCount ? Int(shape.splits[split]) : end
      let isLong = last &- first > 1 && !Scanner.isOneCharacter(buffer.bytes, from: first, to: last)
      if isLong { derive(first, last &- first, .derived, &buffer) }
      first = last
    }
  }

  /// Writes the parts of a date or version that say something alone: what follows a point, where it has a point within
  /// or is a year, and a year at the beginning.
  ///
  /// `2024` and `03.2024` find 12.03.2024, and `4.10` finds 2026.4.10.
  private func deriveDotted(from start: Int, to end: Int, _ buffer: inout TokenBuffer) {
    var points: [Int] = []
    for index in start..<end where buffer.bytes[index] == 0x2E { points.append(index) }
    guard let first = points.first, let last = points.last, points.count <= 8 else { return }
    for point in points where point < last || end &- point == 5 {
      derive(point &+ 1, end &- point &- 1, .derived, &buffer)
    }
    if first &- start == 4 { derive(start, 4, .derived, &buffer) }
  }
}
