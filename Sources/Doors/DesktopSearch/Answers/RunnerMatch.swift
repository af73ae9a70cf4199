import Footlight

/// The values of one result that KRunner takes.
struct RunnerMatch {
  let hit: Hit
  /// The place in the answer, from 0.
  let place: Int

  /// Where KRunner sorts it among the results of all runners: by tier, and within it by place, so that its order is
  /// that of the search.
  var relevance: Double {
    let tier =
      switch hit.tier {
      case .exact: 1.0
      case .starts: 0.85
      case .named: 0.7
      case .found: 0.55
      case .close: 0.4
      case .part: 0.25
      }
    return tier - Double(min(place, 99)) / 1000
  }

  /// The type of the match, which Plasma 6 takes for the importance of its group: exact, or possible.
  var kind: Int32 { hit.tier == .exact ? 100 : 70 }

  /// `(sssida{sv})`.
  var value: BusValue {
    var properties: [(name: String, value: BusValue)] = []
    let line = singleLine(hit.description)
    if !line.isEmpty { properties.append(("subtext", .text(line))) }
    if OpenableAddress(hit.url) != nil { properties.append(("urls", .texts([hit.url]))) }
    return .structure([
      .text(hit.address), .text(singleLine(hit.title)),
      .text(hit.url.isEmpty ? "text-x-generic" : "text-html"), .signed(kind), .real(relevance),
      .properties(properties),
    ])
  }

  /// The type of the whole, for an empty list, too.
  static let signature = "(sssida{sv})"
}
