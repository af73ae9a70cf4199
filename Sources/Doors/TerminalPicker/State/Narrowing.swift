import Footlight

/// The conditions that a search is narrowed to, and those it could be narrowed to: domains, and values of attributes with
/// how many hits have them.
struct Narrowing: Sendable {
  /// One line to choose from.
  struct Offer: Sendable, Hashable {
    /// The effect of choosing it.
    enum Kind: Sendable, Hashable {
      case domain(String)
      case value(ChosenValue)
    }
    var kind: Kind
    /// The number of hits there would be; nil when nobody counted.
    var count: Int?
    var isAtLeast = false
  }

  /// Offers under one heading: the domains, or the values of an attribute.
  struct Group: Sendable, Hashable {
    var name: String
    var offers: [Offer]
  }

  /// The domains that were chosen.
  var domains: [String] = []
  /// The values that were chosen.
  var values: [ChosenValue] = []
  /// The attributes that hits of these domains have; others may have none of them.
  private var attributes: [String] = []
  private var learnt: [String] = []
  private(set) var groups: [Group] = []
  /// The offer that Enter takes.
  var chosen = 0

  /// The most attributes that are counted, and the most values of each that are offered.
  private static let mostAttributes = 8
  private static let mostValues = 12

  /// The attributes whose values can be counted now.
  var countable: [String] { learnt == domains ? attributes : [] }

  var isEmpty: Bool { domains.isEmpty && values.isEmpty }
  var offers: [Offer] { groups.flatMap(\.offers) }

  /// Takes in what was counted.
  mutating func offer(
    _ counts: [PickerAnswer.DomainCount], _ facets: [Facet], _ hits: [Hit]
  ) {
    let before = offers.indices.contains(chosen) ? offers[chosen].kind : nil
    var found: [Group] = []
    let sorted = counts.filter { $0.count > 0 || domains.contains($0.domain) }
      .sorted { ($1.count, $0.domain) < ($0.count, $1.domain) }
    if !sorted.isEmpty {
      found.append(
        Group(
          name: "domain",
          offers: sorted.map {
            Offer(kind: .domain($0.domain), count: $0.count, isAtLeast: $0.isAtLeast)
          }))
    }
    for facet in facets {
      var offers = facet.values.prefix(Narrowing.mostValues).map {
        Offer(
          kind: .value(ChosenValue(attribute: facet.name, value: $0.value)), count: $0.count,
          isAtLeast: facet.isAtLeast)
      }
      // Values that nearly every hit has for itself are no way to narrow.
      let isSelective =
        facet.values.count <= 2 * Narrowing.mostValues || (offers.first?.count ?? 0) > 2
      for value in values where value.attribute == facet.name {
        let kind = Offer.Kind.value(value)
        if !offers.contains(where: { $0.kind == kind }) {
          offers.append(Offer(kind: kind, count: 0))
        }
      }
      let isChosen = values.contains { $0.attribute == facet.name }
      if !offers.isEmpty, isSelective || isChosen {
        found.append(Group(name: facet.name, offers: offers))
      }
    }
    groups = found
    var names: [String] = []
    for name in values.map(\.attribute) + hits.flatMap({ $0.attributes.map(\.name) })
    where !names.contains(name) { names.append(name) }
    attributes = Array(names.prefix(Narrowing.mostAttributes))
    learnt = domains
    chosen =
      before.flatMap { kind in offers.firstIndex { $0.kind == kind } }
      ?? min(chosen, max(0, offers.count - 1))
  }

  /// Whether an offer was chosen.
  func isChosen(_ offer: Offer) -> Bool {
    switch offer.kind {
    case .domain(let domain): domains.contains(domain)
    case .value(let value): values.contains(value)
    }
  }

  /// Chooses the offer under the mark, or gives it up again.
  mutating func toggle() {
    guard offers.indices.contains(chosen) else { return }
    switch offers[chosen].kind {
    case .domain(let domain):
      if domains.contains(domain) {
        domains.removeAll { $0 == domain }
      } else {
        domains.append(domain)
      }
    case .value(let value):
      if values.contains(value) { values.removeAll { $0 == value } } else { values.append(value) }
    }
  }

  /// Gives up what was chosen last.
  mutating func removeLast() {
    if values.popLast() == nil { _ = domains.popLast() }
  }

  mutating func removeAll() {
    (domains, values) = ([], [])
  }

  /// Moves the mark.
  mutating func move(by step: Int) {
    chosen = min(max(0, chosen + step), max(0, offers.count - 1))
  }
}
