import FootlightPlatform
import TextAnalysis

/// The piece of a text with the most of a query's words.
struct SnippetWindow {
  /// How many different words it holds.
  private(set) var distinct = 0
  /// All that matched there, in order.
  private(set) var marks: [TextMarker.Mark] = []

  /// How many bytes matches may be apart to be shown together, and how many are shown.
  private static let span = 200
  private static let shown = 260

  /// The best window of marks that are in order: most words, then most marks, then the first.
  init(_ found: [TextMarker.Mark]) {
    var start = 0
    var best = 0..<0
    // How often each pattern stands in the window.
    var counts: [Int: Int] = [:]
    for end in found.indices {
      counts[found[end].pattern, default: 0] += 1
      while found[end].range.upperBound - found[start].range.lowerBound > SnippetWindow.span,
        start < end
      {
        let pattern = found[start].pattern
        counts[pattern] = counts[pattern].flatMap { $0 > 1 ? $0 - 1 : nil }
        start += 1
      }
      let size = end + 1 - start
      if counts.count > distinct || (counts.count == distinct && size > best.count) {
        distinct = counts.count
        best = start..<end + 1
      }
    }
    marks = Array(found[best])
  }

  /// The best window of a long text, which is read piece by piece until one holds all words.
  init(
    in text: borrowing ByteArena, _ marker: TextMarker, all: Int, _ scratch: inout MarkingScratch
  ) {
    self.init([])
    let end = min(text.count, WordFinder.textLimit)
    var start = 0
    while start < end, distinct < all {
      var stop = min(end, start + HitMarker.pieceSize)
      // A piece ends with a word.
      while stop < text.count, stop > start + HitMarker.pieceSize / 2,
        WhiteSpace.size(text, at: stop) == 0
      {
        stop -= 1
      }
      while stop < text.count, stop > start, text[stop] & 0xC0 == 0x80 { stop -= 1 }
      if stop == start { stop = end }
      let range = ByteRange(start: start, count: stop - start)
      let window = SnippetWindow(marker.marks(in: text, range, .body, &scratch))
      if window.distinct > distinct { self = window }
      start = stop
    }
  }

  /// The window with what stands around it, on one line.
  func snippet(of text: borrowing ByteArena, _ field: Field) -> HitMarks.Snippet? {
    let ranges = TextMarker.joined(marks)
    guard let first = ranges.first, let last = ranges.last else { return nil }
    let around = max(0, SnippetWindow.shown - (last.upperBound - first.lowerBound))
    // More of what follows than of what goes before; what one end does not need the other gets.
    var start = max(0, first.lowerBound - around / 3)
    let wanted = max(SnippetWindow.shown, last.upperBound - start)
    let end = wordEnd(text, min(text.count, start + wanted))
    start = wordStart(
      text, max(0, min(start, end - SnippetWindow.shown)), before: first.lowerBound)
    return line(text, start, max(end, last.upperBound), ranges, field)
  }

  /// The first word that begins after a place, or the place itself.
  private func wordStart(_ text: borrowing ByteArena, _ place: Int, before limit: Int) -> Int {
    guard place > 0 else { return 0 }
    var start = place
    while start < limit, start < place + 40 {
      if WhiteSpace.ends(text, at: start) { return start }
      start += 1
    }
    start = place
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// The last word that ends before a place, or the place itself.
  private func wordEnd(_ text: borrowing ByteArena, _ place: Int) -> Int {
    guard place < text.count else { return text.count }
    var end = place
    while end > 0, end > place - 40 {
      if WhiteSpace.size(text, at: end) > 0 { return end }
      end -= 1
    }
    end = place
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// The text from `start` to `end` with each run of white space as one space.
  private func line(
    _ text: borrowing ByteArena, _ start: Int, _ end: Int, _ ranges: [Range<Int>],
    _ field: Field
  ) -> HitMarks.Snippet {
    var shown = ByteArena(capacity: end - start + 16)
    var scalars = 0
    var starts: [Int] = []
    var highlights: [Range<Int>] = []
    var needsSpace = false
    func append(_ bytes: [UInt8], _ shown: inout ByteArena) {
      shown.append(bytes)
      scalars += bytes.count { $0 & 0xC0 != 0x80 }
    }
    if start > 0 { append(Array("… ".utf8), &shown) }
    let lead = shown.count
    var offset = start
    while offset < end {
      // A mark ends before the white space that follows it, and begins after what precedes it.
      for range in ranges where range.upperBound == offset {
        if let from = starts.popLast(), from < scalars { highlights.append(from..<scalars) }
      }
      let space = WhiteSpace.size(text, at: offset)
      guard space == 0 else {
        needsSpace = shown.count > lead
        offset += space
        continue
      }
      if needsSpace {
        append([0x20], &shown)
        needsSpace = false
      }
      for range in ranges where range.lowerBound == offset { starts.append(scalars) }
      shown.append(text[offset])
      if text[offset] & 0xC0 != 0x80 { scalars += 1 }
      offset += 1
    }
    if let from = starts.popLast(), from < scalars { highlights.append(from..<scalars) }
    if end < text.count { append(Array(" …".utf8), &shown) }
    let said = shown.text(shown.all)
    // Where damaged UTF-8 was repaired, what was counted says nothing.
    if said.utf8.count != shown.count { highlights.removeAll() }
    return HitMarks.Snippet(field: field, text: said, highlights: highlights)
  }
}
