import DeclaredRecords
import SearchEngine
import TextAnalysis

/// Orders hits by an attribute or the title; those without it come last, and equals stay as they stand.
struct NaiveOrder {
  private enum Key {
    case missing
    case number(Double)
    case text(NaiveText)
    case title([UInt8])
    case distance(Double)
  }

  private let order: AttributeOrder

  init(_ order: AttributeOrder) {
    self.order = order
  }

  func sorted(_ entries: [NaiveSearch.Entry]) -> [NaiveSearch.Entry] {
    let keys = entries.map { key($0) }
    return entries.indices.sorted { one, other in
      switch (keys[one], keys[other]) {
      case (.missing, .missing): break
      case (.missing, _): return false
      case (_, .missing): return true
      case (.number(let a), .number(let b)): if a != b { return (a < b) != order.isDescending }
      case (.text(let a), .text(let b)): if a != b { return (a < b) != order.isDescending }
      case (.title(let a), .title(let b)):
        if a != b { return a.lexicographicallyPrecedes(b) != order.isDescending }
      case (.distance(let a), .distance(let b)): if a != b { return (a < b) != order.isDescending }
      case (.title, _), (_, .title), (.distance, _), (_, .distance): break
      case (.number, .text): return !order.isDescending
      case (.text, .number): return order.isDescending
      }
      return one < other
    }.map { entries[$0] }
  }

  private func key(_ entry: NaiveSearch.Entry) -> Key {
    if order.name == AttributeOrder.titleName { return .title(entry.document.sortKey) }
    if let origin = order.origin {
      let places = NaiveConditions.places(order.name, entry.document.item)
      return places.map { .distance(NaivePlaces.haversine(origin, $0)) }
        .min { one, other in
          if case (.distance(let a), .distance(let b)) = (one, other) { return a < b }
          return false
        } ?? .missing
    }
    switch entry.document.item.attributes.first(where: { $0.name == order.name })?.value {
    case nil: return .missing
    case .text(let text): return .text(NaiveText(text))
    case .list(let texts):
      let keys = texts.map { NaiveText($0) }.sorted()
      return (order.isDescending ? keys.last : keys.first).map { .text($0) } ?? .missing
    case .number(let number): return .number(number)
    case .boolean(let truth): return .number(truth ? 1 : 0)
    case .date(let seconds): return .number(Double(seconds))
    case .place: return .missing
    }
  }
}

/// Counts the values of an attribute; texts that fold alike are counted together, under a spelling
/// that this does not tell: it is folded.
func naiveFacet(_ name: String, _ documents: [NaiveDocument]) -> Facet {
  var texts: [NaiveText: Int] = [:]
  var others: [FacetValue: Int] = [:]
  for document in documents {
    switch document.item.attributes.first(where: { $0.name == name })?.value {
    case nil: break
    case .text(let text): texts[NaiveText(text), default: 0] += 1
    case .list(let values):
      for text in Set(values.map { NaiveText($0) }) { texts[text, default: 0] += 1 }
    case .number(let number): others[.number(number), default: 0] += 1
    case .boolean(let truth): others[.boolean(truth), default: 0] += 1
    case .place: break
    case .date(let seconds): others[.date(AttributeText.date(seconds: seconds)), default: 0] += 1
    }
  }
  for (text, count) in texts {
    others[.text(String(decoding: text.folded, as: UTF8.self))] = count
  }
  return Facet(name, naiveValues(others))
}

/// Values with their counts, the commonest first.
func naiveValues(_ counts: [FacetValue: Int]) -> [Facet.Value] {
  counts.map { Facet.Value($0.key, count: $0.value) }.sorted { one, other in
    one.count != other.count ? one.count > other.count : precedes(one.value, other.value)
  }
}

/// Numbers by size, no before yes, dates by time, which is the order of their texts; texts by bytes.
private func precedes(_ one: FacetValue, _ other: FacetValue) -> Bool {
  switch (one, other) {
  case (.number(let one), .number(let other)): one < other
  case (.boolean(let one), .boolean(let other)): !one && other
  case (.date(let one), .date(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
  case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
  // An attribute has one type in all domains of a test.
  default: false
  }
}
