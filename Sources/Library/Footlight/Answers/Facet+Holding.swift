import FootlightPlatform
public import SegmentSearching
import TextAnalysis

extension Facet {
  /// The facet with the values that hold a text; case, accents and width make no difference.
  public func holding(_ text: String) -> Facet {
    let wanted = Facet.folded(text)
    return Facet(
      name,
      values.filter { value in
        switch value.value {
        case .text(let text), .date(let text): Facet.folded(text).contains(wanted)
        case .number(let number): Quantity.plain(number).contains(wanted)
        case .boolean(let truth): (truth ? "true" : "false").contains(wanted)
        }
      }, isAtLeast: isAtLeast)
  }

  private static func folded(_ text: String) -> String {
    let source = ByteArena(text)
    var folded = ByteArena()
    Analyzer().appendFolded(of: source, source.all, into: &folded)
    return folded.text(folded.all)
  }
}
