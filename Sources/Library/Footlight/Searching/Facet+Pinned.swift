import DeclaredRecords
import FootlightPlatform
import SegmentSearching
import TextAnalysis

extension Facet {
  /// Counts a value once more, and keeps the commonest ones first.
  mutating func count(_ value: FacetValue) {
    let key = value.folded
    if let known = values.firstIndex(where: { $0.value.folded == key }) {
      values[known].count += 1
      let count = values[known].count
      if let place = values.firstIndex(where: { $0.count < count }), place < known {
        values.insert(values.remove(at: known), at: place)
      }
    } else {
      values.append(Value(value, count: 1))
    }
  }
}

extension FacetValue {
  /// The value as it is compared: texts without case, accents and width.
  fileprivate var folded: FacetValue {
    guard case .text(let text) = self else { return self }
    let source = ByteArena(text)
    var folded = ByteArena()
    Analyzer().appendFolded(of: source, source.all, into: &folded)
    return .text(folded.text(folded.all))
  }
}

extension AttributeValue {
  /// The values as they are counted.
  var facetValues: [FacetValue] {
    switch self {
    case .text(let text): [.text(text)]
    case .list(let texts): texts.map { .text($0) }
    case .number(let number, _): [.number(number)]
    case .boolean(let truth): [.boolean(truth)]
    case .date(_, let seconds): [.date(AttributeText.date(seconds: seconds))]
    // Places are not counted.
    case .place: []
    }
  }
}
