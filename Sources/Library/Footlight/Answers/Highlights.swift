/// The pieces of a text that match a query, in order and without overlap.
public struct Highlights: Sendable, Hashable {
  /// The pieces as offsets in Unicode scalars, as programs in other languages count them too.
  public var scalars: [Range<Int>]

  /// Holds pieces; none when nothing is said.
  public init(scalars: [Range<Int>] = []) {
    self.scalars = scalars
  }

  /// Whether nothing matches.
  public var isEmpty: Bool { scalars.isEmpty }

  /// The pieces in the text that they belong to.
  ///
  /// A piece beyond the end of the text is left out, and a piece that crosses it ends there.
  ///
  /// - Complexity: O(n) in the length of the text.
  public func ranges(in text: String) -> [Range<String.Index>] {
    let all = text.unicodeScalars
    var found: [Range<String.Index>] = []
    var index = all.startIndex
    var offset = 0
    for piece in scalars {
      guard piece.lowerBound >= offset,
        let start = all.index(
          index, offsetBy: piece.lowerBound - offset, limitedBy: all.endIndex)
      else { break }
      let end = all.index(start, offsetBy: piece.count, limitedBy: all.endIndex) ?? all.endIndex
      if start < end { found.append(start..<end) }
      index = end
      offset = piece.upperBound
    }
    return found
  }
}
