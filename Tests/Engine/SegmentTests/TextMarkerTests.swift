import FootlightPlatform
import Testing

@testable import SearchEngine

/// Where in a text what matched is marked.
@Suite struct TextMarkerTests {
  @Test func `a run that overlaps itself marks each word once`() {
    let text = String(repeating: "a ", count: 400)
    let marker = TextMarker(pieces: [String(repeating: "a ", count: 50)])
    var scratch = MarkingScratch()
    let marks = marker.marks(in: ByteArena(text), .title, &scratch)
    #expect(marks.map(\.range.lowerBound) == (0..<400).map { $0 * 2 })
    let apart = TextMarker(pieces: ["b a b"])
      .marks(in: ByteArena("b a b a b c b a b"), .title, &scratch)
    #expect(apart.map(\.range.lowerBound) == [0, 2, 4, 6, 8, 12, 14, 16])
  }
}
