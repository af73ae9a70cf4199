import FootlightPlatform

extension Scanner {
  /// Writes one character of a script without spaces with its marks and, after another one, the
  /// two together.
  mutating func unspaced(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ stops: borrowing StopWordTable,
    _ buffer: inout TokenBuffer
  ) {
    let start = buffer.bytes.count
    let isRun = unspacedEnd == offset
    FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
    offset &+= record.size
    shape.begin(at: start)
    reading: while true {
      let next = FoldingTable.record(text, offset, end)
      switch next.kind {
      case .mark: appendMark(next, text, &buffer)
      case .voicing: Kana.voiceLast(&buffer.bytes, from: start, mark: next, text, offset)
      case .ignored: break
      default: break reading
      }
      offset &+= next.size
    }
    unspacedEnd = offset
    content.hasWords = true
    emit(from: start, .unspaced, stops, &buffer)
    guard derives, isRun, buffer.tokens.count > 1 else { return }
    var before = buffer.tokens.count &- 2
    while before > 0, buffer.tokens[before].traits.contains(.derived) { before &-= 1 }
    let first = buffer.tokens[before].text.lowerBound
    derive(first, buffer.bytes.count &- first, [.derived, .bigram], &buffer)
  }

  /// Appends a mark that stays, in canonical order with the marks before it.
  mutating func appendMark(
    _ record: CharacterRecord, _ text: borrowing ByteArena, _ buffer: inout TokenBuffer
  ) {
    if Devanagari.isVirama(text, offset), Devanagari.isConsonant(text, offset &+ record.size, end),
      Devanagari.takeNasal(from: &buffer.bytes, after: shape.start)
    {
      return
    }
    let start = buffer.bytes.count
    FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
    let mark = record.combiningClass
    if mark > 0, mark < shape.markClass {
      MarkOrder.sink(&buffer.bytes, markAt: start, from: shape.start, mark)
    } else {
      shape.markClass = mark
    }
  }
}

extension Scanner {
  /// Reads on past a single letter and its point as long as such pairs follow, all with spaces
  /// between or all without; without, the last letter may lack its point.
  ///
  /// Where spaces stand between, a letter that begins a group without spaces is left to that group
  /// ("v. U.S."), and a v joins nothing: it is the versus of case names ("U. S. v. Nixon").
  ///
  /// Returns whether a second letter joined; if not, nothing was read.
  mutating func joinLetters(
    _ text: borrowing ByteArena, from start: Int, _ buffer: inout TokenBuffer
  ) -> Bool {
    var index = offset &+ FoldingTable.record(text, offset, end).size
    var isSpaced: Bool?
    while true {
      let next = Scanner.skipSpaces(text, from: index, to: end)
      let hasSpaces = next > index
      if let isSpaced, isSpaced != hasSpaces { break }
      let record = FoldingTable.record(text, next, end)
      guard record.kind == .letter else { break }
      let after = Scanner.skipIgnored(text, from: next &+ record.size, to: end)
      let follower = FoldingTable.record(text, after, end)
      if follower.kind == .point {
        let behind = after &+ follower.size
        if hasSpaces {
          let isVersus = Scanner.isVersus(text[next]) || buffer.bytes[start] == 0x76
          if isVersus || Scanner.isLetterAlone(text, behind, end) { break }
        }
        FoldingTable.append(record, at: next, of: text, to: &buffer.bytes)
        index = behind
        isSpaced = hasSpaces
        continue
      }
      if !hasSpaces, Scanner.isLoose(follower) {
        FoldingTable.append(record, at: next, of: text, to: &buffer.bytes)
        index = after
        isSpaced = false
      }
      break
    }
    guard isSpaced != nil else { return false }
    offset = index
    return true
  }

  private static func isVersus(_ byte: UInt8) -> Bool { byte | 0x20 == 0x76 }

  /// Whether a single letter stands at an offset, with or without a point.
  private static func isLetterAlone(
    _ text: borrowing ByteArena, _ offset: Int, _ end: Int
  ) -> Bool {
    let record = FoldingTable.record(text, offset, end)
    guard record.kind == .letter else { return false }
    let after = skipIgnored(text, from: offset &+ record.size, to: end)
    let follower = FoldingTable.record(text, after, end)
    return follower.kind == .point || isLoose(follower)
  }

  /// Whether a letter in front of this character is one by itself.
  private static func isLoose(_ follower: CharacterRecord) -> Bool {
    !follower.isWordStart && follower.kind != .mark && follower.kind != .apostrophe
  }

  private static func skipSpaces(_ text: borrowing ByteArena, from start: Int, to end: Int) -> Int {
    var offset = start
    while offset &- start < 12 {
      let record = FoldingTable.record(text, offset, end)
      guard record.kind == .space else { break }
      offset &+= record.size
    }
    return offset
  }

  private static func skipIgnored(_ text: borrowing ByteArena, from start: Int, to end: Int) -> Int
  {
    var offset = start
    while true {
      let record = FoldingTable.record(text, offset, end)
      guard record.kind == .ignored else { return offset }
      offset &+= record.size
    }
  }
}

extension Scanner {
  /// Reads the whole text and tells where each token stood in it, derived ones too.
  ///
  /// Slower than ``run(_:_:into:)`` and meant for texts that are shown. `places` has an entry for
  /// every token of the buffer, before and after.
  mutating func run(
    _ text: borrowing ByteArena, _ stops: borrowing StopWordTable, into buffer: inout TokenBuffer,
    places: inout [ByteRange]
  ) {
    while offset < end {
      let start = offset
      let first = buffer.tokens.count
      let bound = compound.first
      step(text, stops, &buffer)
      if buffer.tokens.count == first {
        // A run of one symbol is one token.
        if symbolEnd == offset, offset <= end, let last = places.last, last.upperBound == start,
          buffer.tokens.last?.traits.contains(.symbol) ?? false
        {
          places[places.count - 1] = ByteRange(
            start: last.lowerBound, count: offset - last.lowerBound)
        }
        continue
      }
      // The end of the text separates the last word, as if something stood there.
      place(from: first, start, min(offset, end), bound, text, buffer, &places)
    }
    if compound.isOpen {
      let bound = compound.first
      let first = buffer.tokens.count
      closeCompound(&buffer)
      let start = places[bound].lowerBound
      let end = places.prefix(first).map(\.upperBound).max() ?? start
      while places.count < buffer.tokens.count {
        places.append(ByteRange(start: start, count: end - start))
      }
    }
  }

  /// Places the tokens of one step, which read the text from `start` to `stop`.
  private func place(
    from first: Int, _ start: Int, _ stop: Int, _ bound: Int, _ text: borrowing ByteArena,
    _ buffer: borrowing TokenBuffer, _ places: inout [ByteRange]
  ) {
    let isIsland = FoldingTable.record(text, start, end).kind == .island
    var wordEnd = stop
    if !isIsland { wordEnd = self.wordEnd(first, start, stop, text, buffer) }
    let word = ByteRange(start: start, count: wordEnd - start)
    let whole = ByteRange(start: start, count: stop - start)
    for index in first..<buffer.tokens.count {
      let token = buffer.tokens[index]
      if isIsland {
        places.append(whole)
      } else if !token.traits.contains(.derived) {
        // After the word stands at most the symbol that binds it.
        places.append(
          index == first ? word : ByteRange(start: wordEnd, count: stop - wordEnd))
      } else if buffer.tokens[first].traits.contains(.unspaced) {
        var before = first - 1
        while before > 0, buffer.tokens[before].traits.contains(.derived) { before -= 1 }
        let from = before >= 0 ? places[before].lowerBound : start
        places.append(ByteRange(start: from, count: wordEnd - from))
      } else if bound >= 0, bound < places.count,
        token.text.count > buffer.tokens[first].text.count
      {
        // A token derived of a compound is longer than its last word.
        let from = places[bound].lowerBound
        places.append(ByteRange(start: from, count: wordEnd - from))
      } else {
        places.append(word)
      }
    }
  }

  /// Where the word of a step ends: before what separates it from the next one or binds it to it.
  private func wordEnd(
    _ first: Int, _ start: Int, _ stop: Int, _ text: borrowing ByteArena,
    _ buffer: borrowing TokenBuffer
  ) -> Int {
    let token = buffer.tokens[first]
    guard token.traits.isDisjoint(with: [.symbol, .unspaced]) else { return stop }
    if compound.isOpen {
      // The last character that was read binds.
      var last = stop - 1
      while last > start, text[last] & 0xC0 == 0x80 { last -= 1 }
      return last
    }
    let last = stop - 1
    let isSeparated =
      Int(token.text.count) == last - start && last > start
      && (ASCIIChunk.separates(text[last]) || text[last] == 0x2C || text[last] == 0x2E)
    return isSeparated ? last : stop
  }
}
