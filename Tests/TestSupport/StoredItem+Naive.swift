import DeclaredRecords
import SearchEngine
import TextAnalysis

extension NaiveItem {
  /// The attributes that an index of these settings keeps of a stored item.
  static func attributes(_ item: StoredItem, _ declared: [IndexedAttribute]) -> [NaiveAttribute] {
    var found: [NaiveAttribute] = []
    for (ordinal, attribute) in declared.enumerated() {
      let values = item.attributes.filter { $0.ordinal == ordinal && $0.kind == attribute.kind }
      guard let first = values.first else { continue }
      let value: NaiveAttribute.Value
      switch attribute.kind {
      case .text: value = .text(first.text)
      case .listElement: value = .list(values.map(\.text))
      case .number: value = .number(first.worth)
      case .boolean: value = .boolean(first.worth != 0)
      case .date: value = .date(Int64(exactly: first.worth) ?? 0)
      case .place:
        guard let place = CurveCode.place(first.worth.bitPattern) else { continue }
        value = .place(place)
      }
      found.append(NaiveAttribute(ordinal, attribute.name, value))
    }
    return found
  }
}
