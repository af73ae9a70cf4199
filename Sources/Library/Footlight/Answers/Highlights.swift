import SearchEngine

/// The pieces of a text that match a query, in order and without overlap.
///
/// ```swift
/// let pieces = hit.highlights[.title]?.ranges(in: hit.title) ?? []
/// print(hit.title, pieces.map { hit.title[$0] })
/// ```
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

/// Finds in texts that are shown what a query looks for, or what matched in a hit.
///
/// A word is marked whole, as it is written: "usc" marks "U.S.C.", "creme" marks "Crème".
public struct Highlighter: Sendable {
  private let marker: TextMarker

  /// Prepares the words of a query.
  public init(_ query: String) {
    marker = TextMarker(Query(query))
  }

  /// Prepares all that matched in a hit, so that it is marked in other texts of the hit too: a
  /// corrected spelling as well as the word that was typed.
  public init(_ hit: Hit) {
    var pieces: Set<String> = []
    func add(_ text: String?, _ highlights: Highlights?) {
      guard let text, let highlights else { return }
      for range in highlights.ranges(in: text) { pieces.insert(String(text[range])) }
    }
    add(hit.title, hit.highlights[.title])
    add(hit.description, hit.highlights[.description])
    for field in [Field.alias, .keyword] { add(hit.matched?.text, hit.highlights[field]) }
    add(hit.snippet?.text, hit.snippet?.highlights)
    marker = TextMarker(pieces: pieces.sorted())
  }

  /// The ranges of a text that match, in order and without overlap.
  public func ranges(in text: String) -> [Range<String.Index>] {
    let bytes = text.utf8
    var found: [Range<String.Index>] = []
    var offset = 0
    var index = bytes.startIndex
    for range in marker.ranges(in: text) {
      index = bytes.index(index, offsetBy: range.lowerBound - offset)
      let end = bytes.index(index, offsetBy: range.count)
      found.append(index..<end)
      index = end
      offset = range.upperBound
    }
    return found
  }
}
