import FootlightPlatform
import QueryLanguage
import TextAnalysis

/// Where pieces of a folded token stand in the text that it was made of.
struct PiecePlaces {
  private let token: [UInt8]
  private let range: Range<Int>
  /// For each byte of the token where the character begins that it was folded from, and at last the end; nil where the
  /// token is no character after the other, as "U.S.C." is not.
  private let starts: [Int]?

  init(_ text: borrowing ByteArena, _ range: Range<Int>, _ token: [UInt8]) {
    self.token = token
    self.range = range
    var starts: [Int] = []
    var folded = ByteArena(capacity: 64)
    var at = range.lowerBound
    while at < range.upperBound {
      var next = at + 1
      while next < range.upperBound, text[next] & 0xC0 == 0x80 { next += 1 }
      folded.removeAll()
      Analyzer().appendFolded(of: text, ByteRange(start: at, count: next - at), into: &folded)
      for _ in 0..<folded.count { starts.append(at) }
      at = next
    }
    starts.append(range.upperBound)
    self.starts = starts.count == token.count + 1 ? starts : nil
  }

  /// The bytes of the text in which a piece stands; all of the token where its characters cannot be told apart.
  func places(of piece: WordTerms.Piece) -> [Range<Int>] {
    guard piece.inside.holds(token, piece.text), !piece.text.isEmpty else { return [] }
    guard let starts else { return [range] }
    var found: [Range<Int>] = []
    var start = piece.inside == .atEnd ? token.count - piece.text.count : 0
    while start + piece.text.count <= token.count {
      let end = start + piece.text.count
      guard token[start..<end].elementsEqual(piece.text) else {
        start += 1
        continue
      }
      var last = end
      // A character that folds to several is marked whole.
      while last < token.count, starts[last] == starts[last - 1] { last += 1 }
      found.append(starts[start]..<starts[last])
      start = end
    }
    return found
  }
}
