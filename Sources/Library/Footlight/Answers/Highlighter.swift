import HitExplaining
import QueryLanguage

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
