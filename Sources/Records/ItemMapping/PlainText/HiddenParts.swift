import FootlightPlatform

/// Appends a text without what no reader sees: comments, scripts and styles; code stays whole.
func appendVisible(_ text: borrowing ByteArena, _ range: ByteRange, to out: inout ByteArena) {
  let end = range.upperBound
  guard text.firstIndex(of: UInt8(ascii: "<"), from: range.lowerBound, to: end) != nil else {
    out.append(text, range)
    return
  }
  var offset = range.lowerBound
  var kept = offset
  var isLineStart = true
  var fence: (byte: UInt8, count: Int)?
  var search = HiddenPartSearch()
  let mayHoldCode =
    text.firstIndex(of: UInt8(ascii: "`"), from: offset, to: end) != nil
    || text.firstIndex(of: UInt8(ascii: "~"), from: offset, to: end) != nil
  while offset < end {
    if !mayHoldCode {
      isLineStart = false
      guard let next = text.firstIndex(of: UInt8(ascii: "<"), from: offset, to: end) else { break }
      offset = next
    }
    if isLineStart {
      let lineEnd = text.firstIndex(of: 0x0A, from: offset, to: end) ?? end
      let line = MarkdownLine(text, ByteRange(start: offset, count: lineEnd - offset))
      if let open = fence {
        if line.isFence(text, closing: open) { fence = nil }
        offset = lineEnd + 1
        continue
      }
      fence = line.openingFence(text)
      isLineStart = false
    }
    let byte = text[offset]
    if byte == UInt8(ascii: "<"),
      offset == range.lowerBound || text[offset - 1] != UInt8(ascii: "`"),
      let behind = search.end(text, offset, end)
    {
      out.append(text, ByteRange(start: kept, count: offset - kept))
      offset = behind
      kept = behind
    } else {
      isLineStart = byte == 0x0A
      offset += 1
    }
  }
  out.append(text, ByteRange(start: kept, count: end - kept))
}

/// Finds the ends of hidden parts; remembers what has no end, so that no text is searched twice.
struct HiddenPartSearch {
  private var hasNoEnd: [3 of Bool] = [false, false, false]
  /// Whether no `>` is left to end a closing tag.
  private var hasNoBracket = false
  /// How many bytes were searched.
  private(set) var effort = 0

  /// The offset after the hidden part that begins with the `<` here; nil when none does.
  mutating func end(_ text: borrowing ByteArena, _ mark: Int, _ end: Int) -> Int? {
    if spells("<!--", text, mark, end) { return find("-->", text, mark + 4, end, 0) }
    for (number, name) in [1: "script", 2: "style"] where spells("<" + name, text, mark, end) {
      let behind = mark + 1 + name.utf8.count
      guard behind < end, text[behind] <= 0x20 || text[behind] == UInt8(ascii: ">") else {
        continue
      }
      guard !hasNoBracket, let close = find("</" + name, text, behind, end, number) else {
        return nil
      }
      let bracket = text.firstIndex(of: UInt8(ascii: ">"), from: close, to: end)
      effort += (bracket ?? end) - close
      hasNoBracket = bracket == nil
      return bracket.map { $0 + 1 }
    }
    return nil
  }

  private mutating func find(
    _ wanted: String, _ text: borrowing ByteArena, _ start: Int, _ end: Int, _ number: Int
  ) -> Int? {
    if hasNoEnd[number] { return nil }
    let first = Array(wanted.utf8)[0]
    var offset = start
    while let found = text.firstIndex(of: first, from: offset, to: end) {
      if spells(wanted, text, found, end) {
        effort += found - start
        return found + wanted.utf8.count
      }
      offset = found + 1
    }
    effort += end - start
    hasNoEnd[number] = true
    return nil
  }

  /// Whether a word in lower case stands here, in any case.
  private func spells(
    _ word: String, _ text: borrowing ByteArena, _ offset: Int, _ end: Int
  ) -> Bool {
    var place = offset
    for byte in word.utf8 {
      guard place < end else { return false }
      let other = text[place]
      let folded = other.isCapital ? other | 0x20 : other
      if folded != byte { return false }
      place += 1
    }
    return true
  }
}
