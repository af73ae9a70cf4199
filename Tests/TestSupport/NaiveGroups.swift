import SearchEngine
import TextAnalysis

/// Hits put together by a value, by looking at every one of them.
struct NaiveGroups {
  /// What makes two items one hit.
  enum Key: Hashable {
    case text(String, NaiveText)
    case number(String, Double)
    case boolean(String, Bool)
    case date(String, Int64)
    case domain(String)
    case alone(Int)
  }

  /// The group of each of all matches, by their places.
  let keys: [Key]

  init(_ request: SearchRequest, _ entries: [NaiveSearch.Entry], _ indexes: [NaiveIndex]) {
    keys = entries.enumerated().map { place, entry in
      let domain = indexes[entry.index].domain
      guard let name = request.distinct[domain] else { return .alone(place) }
      if name == "domain" { return .domain(domain) }
      switch entry.document.item.attributes.first(where: { $0.name == name })?.value {
      case nil: return .alone(place)
      case .text(let text): return .text(name, NaiveText(text))
      case .list(let texts):
        return texts.map { NaiveText($0) }.min().map { .text(name, $0) } ?? .alone(place)
      case .number(let number): return .number(name, number)
      case .boolean(let truth): return .boolean(name, truth)
      case .date(let seconds): return .date(name, seconds)
      case .place(let place): return .text(name, NaiveText(place.text))
      }
    }
  }

  /// The places of the first of each group, in order, with the number of its items.
  var firsts: [(place: Int, items: Int)] {
    var counts: [Key: Int] = [:]
    for key in keys { counts[key, default: 0] += 1 }
    var seen: Set<Key> = []
    return keys.enumerated().filter { seen.insert($1).inserted }.map { ($0, counts[$1] ?? 0) }
  }

  /// Of how many groups some item has each value.
  func facet(_ name: String, _ entries: [NaiveSearch.Entry]) -> Facet {
    var members: [Key: [NaiveDocument]] = [:]
    for (key, entry) in zip(keys, entries) { members[key, default: []].append(entry.document) }
    var counts: [FacetValue: Int] = [:]
    for group in members.values {
      for value in naiveFacet(name, group).values { counts[value.value, default: 0] += 1 }
    }
    return Facet(name, naiveValues(counts))
  }
}
