import FootlightDiagnostics
import FootlightPlatform

/// A term that is spelled nearly like a word.
struct CloseTerm: Sendable {
  var text: [UInt8]
  /// How far it is from the word: a ``TypoLevel``.
  var level: Int
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
    guard let letters = TypoLetters.of(word), let first = letters.first else { return [] }
    var found: [CloseTerm] = []
    var walk = TypoWalk(letters, limit: limit, isPrefix: isPrefix)
    try walk.run(self, first: Generation.utf8([first])) { text, level, documents in
      guard TypoLevel.typos(level) > 0, documents > 0, TypoLetters.of(text) != nil else { return }
      found.append(CloseTerm(text: text, level: level, documents: documents))
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
          if cursor.entry.documents > 0, TypoLetters.of(whole) != nil {
            let level = TypoLevel.of(typos: 2, isBeginning: whole.count > text.count)
            found.append(
              CloseTerm(text: whole, level: level, documents: cursor.entry.documents))
          }
          return true
        }
      } else if let entry = try term(text), entry.documents > 0 {
        found.append(
          CloseTerm(
            text: text.bytes(text.all), level: TypoLevel.of(typos: 2, isBeginning: false),
            documents: entry.documents))
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

  /// Calls `body` with the terms from a text on, until it says stop.
  private func walkTerms(
    from text: borrowing ByteArena, _ body: (borrowing TermBlockCursor) -> Bool
  ) throws(Failure) {
    let index = try dictionaryIndex()
    var block = index.block(holding: text) ?? 0
    while block < index.blocks {
      var cursor = try TermBlockCursor(self, index, block: block)
      guard try cursor.seek(text) else {
        block += 1
        continue
      }
      repeat {
        guard body(cursor) else { return }
      } while try cursor.advance()
      block += 1
    }
  }
}
