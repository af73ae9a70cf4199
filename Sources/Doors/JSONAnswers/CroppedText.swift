import Footlight

/// A piece of a long text around the first match, with ellipses where it was cut.
struct CroppedText {
  private(set) var text: String
  /// The matches within the piece.
  private(set) var highlights: Highlights

  /// The whole text where it has no more scalars than `length`; the first match begins within the piece.
  init(_ whole: String, _ matches: Highlights, to length: Int) {
    (text, highlights) = (whole, matches)
    let scalars = Array(whole.unicodeScalars)
    guard length > 0, scalars.count > length else { return }
    let first = (matches.scalars.first ?? 0..<0).clamped(to: 0..<scalars.count - 1)
    // A third of the piece stands before the match, and no word is cut in two where a blank is near.
    var start = min(max(0, first.lowerBound - length / 3), scalars.count - length)
    var end = start + length
    func isBlank(_ place: Int) -> Bool { scalars[place].properties.isWhitespace }
    if start > 0,
      let blank = (start..<min(start + 20, max(start, first.lowerBound))).first(where: isBlank)
    {
      start = blank + 1
    }
    let least = max(start + 1, end - 20, min(first.upperBound, end))
    if end < scalars.count, let blank = (least..<end).last(where: isBlank) { end = blank }
    var piece = String.UnicodeScalarView()
    if start > 0 { piece.append("…") }
    let shift = start - piece.count
    piece.append(contentsOf: scalars[start..<end])
    if end < scalars.count { piece.append("…") }
    text = String(piece)
    highlights.scalars = matches.scalars.map { $0.clamped(to: start..<end) }
      .filter { !$0.isEmpty }.map { $0.lowerBound - shift..<$0.upperBound - shift }
  }
}
