import FootlightDiagnostics
import FootlightPlatform

/// A term that is spelled nearly like a word.
struct CloseTerm: Sendable {
  var text: [UInt8]
  /// How many typos lie between.
  var distance: Int
  /// How many documents hold it.
  var documents: Int
}

extension Generation {
  /// The terms with 1 … `limit` typos from a word, or of which a beginning has; without digits.
  ///
  /// The first letter counts double. The terms that share it are walked in their order; where no
  /// longer one can be close, blocks are passed over. A wrong first letter leaves room for nothing
  /// else, so what is meant then is looked up.
  func closeTerms(_ word: [UInt8], limit: Int, isPrefix: Bool) throws(Failure) -> [CloseTerm] {
    guard let letters = TypoRows.letters(word), let first = letters.first else { return [] }
    var found: [CloseTerm] = []
    try walk(TypoRows(letters, limit: limit, isPrefix: isPrefix), from: first) { cursor, distance in
      guard distance > 0, cursor.entry.documents > 0 else { return }
      let text = cursor.text.bytes(cursor.text.all)
      guard TypoRows.letters(text) != nil else { return }
      found.append(
        CloseTerm(text: text, distance: distance, documents: cursor.entry.documents))
    }
    guard limit > 1 else { return found }
    for other in Generation.otherBeginnings(letters) {
      var text = ByteArena(capacity: other.count * 4)
      text.append(Generation.utf8(other))
      if isPrefix {
        try walkTerms(from: text) { cursor in
          guard cursor.text.count >= text.count,
            cursor.text.equals(ByteRange(start: 0, count: text.count), text, text.all)
          else { return false }
          let whole = cursor.text.bytes(cursor.text.all)
          if cursor.entry.documents > 0, TypoRows.letters(whole) != nil {
            found.append(
              CloseTerm(text: whole, distance: 2, documents: cursor.entry.documents))
          }
          return true
        }
      } else if let entry = try term(text), entry.documents > 0 {
        found.append(
          CloseTerm(text: text.bytes(text.all), distance: 2, documents: entry.documents))
      }
    }
    return found
  }

  /// The words that differ from one in the first letter alone: it is another one of the same
  /// alphabet (block of 128 code points), or was typed too much, left out, or swapped.
  private static func otherBeginnings(_ word: [UInt32]) -> [[UInt32]] {
    guard let first = word.first, word.count > 1 else { return [] }
    let block = first & ~127
    let alphabet = block == 0 ? 0x61...0x7A : block...(block + 127)
    var found: [[UInt32]] = []
    for letter in alphabet where letter != first && Unicode.Scalar(letter) != nil {
      found.append([letter] + word.dropFirst())
      found.append([letter] + word)
    }
    if word[1] != first, alphabet.contains(word[1]) {
      found.append(Array(word.dropFirst()))
      found.append([word[1], first] + word.dropFirst(2))
    }
    return found
  }

  private static func utf8(_ letters: [UInt32]) -> [UInt8] {
    var text = ""
    for letter in letters {
      if let scalar = Unicode.Scalar(letter) { text.unicodeScalars.append(scalar) }
    }
    return Array(text.utf8)
  }

  /// Calls `body` with every term that the rows find close, among those with a first letter.
  private func walk(
    _ begun: TypoRows, from first: UInt32, _ body: (borrowing TermBlockCursor, Int) -> Void
  ) throws(Failure) {
    var rows = begun
    let index = try dictionaryIndex()
    var start = ByteArena(capacity: 8)
    start.append(Generation.utf8([first]))
    var known = ByteArena(capacity: 256)
    var block = index.block(holding: start) ?? 0
    while block < index.blocks {
      var cursor = try TermBlockCursor(self, index, block: block)
      var next = block + 1
      while try cursor.advance() {
        let order = cursor.text.compare(
          ByteRange(start: 0, count: min(cursor.text.count, start.count)), start, start.all)
        if order < 0 { continue }
        if order > 0 { return }
        var shared = 0
        let limit = min(known.count, cursor.text.count)
        while shared < limit, known[shared] == cursor.text[shared] { shared += 1 }
        rows.keep(shared)
        known.truncate(to: rows.knownBytes)
        if rows.isDead { continue }
        if let distance = rows.distance(cursor.text) { body(cursor, distance) }
        let end = rows.knownBytes
        known.append(cursor.text, ByteRange(start: known.count, count: end - known.count))
        // A dead beginning that reaches into the next block: look where it ends.
        if rows.isDead, next < index.blocks, index.begins(next, with: known) {
          known[end - 1] = known[end - 1] &+ 1
          next = max(next, index.block(holding: known) ?? next)
          known[end - 1] = known[end - 1] &- 1
          break
        }
      }
      block = next
    }
  }

  /// Calls `body` with the terms from a text on, until it says stop.
  private func walkTerms(
    from text: borrowing ByteArena, _ body: (borrowing TermBlockCursor) -> Bool
  ) throws(Failure) {
    let index = try dictionaryIndex()
    var block = index.block(holding: text) ?? 0
    while block < index.blocks {
      var cursor = try TermBlockCursor(self, index, block: block)
      while try cursor.advance() {
        if cursor.text.compare(cursor.text.all, text, text.all) < 0 { continue }
        guard body(cursor) else { return }
      }
      block += 1
    }
  }
}
