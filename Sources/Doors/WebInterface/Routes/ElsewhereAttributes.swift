import Footlight
import FootlightPlatform

/// Attributes that other domains have than those that are searched.
///
/// A description of the API for all domains allows them, so they are no mistake. No item has them: a filter on one finds nothing, and neither counts nor orders anything.
struct ElsewhereAttributes {
  /// The names that domains within reach have, and none that is searched.
  private let names: Set<String>

  init(_ call: Call, _ options: SearchOptions) {
    let searched = options.domains
    // Most searches name no attributes, and pay nothing for this.
    var namesSome =
      !options.filters.isEmpty || !options.facets.isEmpty || !options.sort.isEmpty
      || !options.areas.isEmpty
    if case .by = options.distinct { namesSome = true }
    guard namesSome, !searched.isEmpty else {
      names = []
      return
    }
    let reach = DomainReach(searched)
    let domains = call.state.facts.filter { call.reaches($0.name) }
    let there = domains.filter { reach.contains($0.name) }
    let known = Set(there.flatMap(\.conditionNames))
    // Where nothing is searched, its name is what is wrong.
    names =
      there.isEmpty ? [] : Set(domains.flatMap(\.conditionNames)).subtracting(known)
  }

  /// The options without what concerns such attributes; nil where a filter on one leaves nothing.
  func leave(_ options: SearchOptions) -> SearchOptions? {
    guard !names.isEmpty else { return options }
    var left = options
    left.facets.removeAll { names.contains(FacetQuestion($0).name) }
    left.sort.removeAll { names.contains($0.name) }
    if case .by(let name) = left.distinct, names.contains(name) { left.distinct = .none }
    // Where nothing has places, nothing lies in an area.
    if !options.areas.isEmpty, names.contains(AttributeOrder.areaName) { return nil }
    for filter in options.filters {
      let bare = String(filter.drop { $0 == "-" })
      guard let name = SearchState.attribute(of: bare), names.contains(name) else { continue }
      // A value that no item has cannot be required.
      guard filter.hasPrefix("-") else { return nil }
      left.filters.removeAll { $0 == filter }
    }
    return left
  }

  /// The answer to a search that finds nothing because of a filter.
  func nothing(_ query: String) -> Answer {
    Answer(
      query: query,
      notes: [
        Note(code: .lacksAttribute, message: "no searched domain has the attribute of a filter")
      ])
  }
}
