import FootlightPlatform

extension SearchableSegment {
  /// The terms with 1 … `limit` typos from a word, or of which a beginning has; without digits.
  ///
  /// The first letter counts double, unless it is only swapped with the second or typed on a key beside its own. The terms that share it are in memory
  /// where that was asked for, or else walked in their order; where no term can be in reach, blocks are passed over.
  /// Another beginning leaves room for nothing else, so the few such words are looked up.
  func fuzzyTerms(_ word: [UInt8], limit: Int, isPrefix: Bool) throws(Failure) -> [FuzzyTerm] {
    guard let letters = TypoLetters.of(word), !letters.isEmpty else { return [] }
    var found: [FuzzyTerm] = []
    func take(_ term: FuzzyTerm) {
      guard TypoLevel.typos(term.level) > 0, term.documents > 0, TypoLetters.areAll(term.text)
      else { return }
      found.append(term)
    }
    let table = spellings
    if let table {
      table.forEachFuzzy(letters, limit: limit, isPrefix: isPrefix, take)
    } else {
      var walk = TypoWalk(letters, limit: limit, isPrefix: isPrefix)
      try walk.run(stored, take)
    }
    // A table knows whole words only.
    try forEachOtherBeginning(word, letters, limit: limit, in: isPrefix ? nil : table) {
      (text, typos) throws(Failure) in
      if isPrefix {
        try walkTerms(from: text) { cursor in
          guard cursor.text.count >= text.count,
            cursor.text.equals(ByteRange(start: 0, count: text.count), text, text.all)
          else { return false }
          let level = TypoLevel.of(typos: typos, isBeginning: cursor.text.count > text.count)
          take(
            FuzzyTerm(
              text: cursor.text.bytes(cursor.text.all), level: level,
              documents: cursor.entry.documents, number: cursor.entry.number))
          return true
        }
      } else if let (documents, number) = try known(text, table) {
        take(
          FuzzyTerm(
            text: text.bytes(text.all), level: TypoLevel.of(typos: typos, isBeginning: false),
            documents: documents, number: number))
      }
    }
    return found
  }

  /// How many documents hold a word, and its number; nil where it is in no dictionary.
  private func known(
    _ text: borrowing ByteArena, _ table: SpellingTable?
  ) throws(Failure) -> (documents: Int, number: UInt32)? {
    if let table { return table.word(text).map { (Int($0.documents), $0.number) } }
    return try stored.term(text).map { ($0.documents, $0.number) }
  }

  /// Calls `body` with the words that differ from one in the first letter alone, and with the typos of each: it was
  /// swapped with the second or typed on a key beside its own, which is one, or it is another one of the same alphabet
  /// (block of 128 code points), was typed too much or left out, which are two.
  ///
  /// Most of those that a table does not hold are left out.
  private func forEachOtherBeginning(
    _ word: [UInt8], _ letters: [UInt32], limit: Int, in table: SpellingTable?,
    _ body: (borrowing ByteArena, _ typos: Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard limit > 0, let first = letters.first, letters.count > 1 else { return }
    let block = first & ~127
    let alphabet = block == 0 ? 0x61...0x7A : block...(block + 127)
    var whole = ByteArena(capacity: 256)
    whole.append(scalar: first)
    let start = whole.count
    whole.removeAll()
    whole.append(word)
    let rest = ByteRange(start: start, count: whole.count - start)
    let restTail = Spelling.tail(letters.dropFirst())
    let wholeTail = Spelling.tail(letters)
    var text = ByteArena(capacity: 256)
    if letters[1] != first, alphabet.contains(letters[1]) {
      for letter in [letters[1], first] { text.append(scalar: letter) }
      var second = start
      _ = whole.letter(&second, before: whole.count)
      text.append(whole, ByteRange(start: second, count: whole.count - second))
      try body(text, 1)
    }
    for letter in alphabet where letter != first && Unicode.Scalar(letter) != nil {
      let replaced = Keyboard.areBeside(letter, first) ? 1 : 2
      for (range, tail, typos) in [(rest, restTail, replaced), (whole.all, wholeTail, 2)]
      where typos <= limit {
        if let table, !table.mayHold(letter, tail) { continue }
        text.removeAll()
        text.append(scalar: letter)
        text.append(whole, range)
        try body(text, typos)
      }
    }
    guard limit > 1, letters[1] != first, alphabet.contains(letters[1]) else { return }
    text.removeAll()
    text.append(whole, rest)
    try body(text, 2)
  }

  /// Calls `body` with the terms from a text on, until it says stop.
  private func walkTerms(
    from text: borrowing ByteArena, _ body: (borrowing TermBlockCursor) -> Bool
  ) throws(Failure) {
    let index = try stored.dictionaryIndex()
    var block = index.block(holding: text) ?? 0
    while block < index.blocks {
      var cursor = try TermBlockCursor(stored, index, block: block)
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
