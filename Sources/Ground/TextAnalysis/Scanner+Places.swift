import FootlightPlatform

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
