import Footlight

extension Route {
  /// The route as the reference for people has it.
  var reference: ReferenceEntry {
    let right: String? =
      switch permission {
      case .push: "push"
      case .activity: "activity"
      case .anybody, .search, .metrics, .ownPage, .signIn: nil
      }
    return ReferenceEntry(
      method: method, path: path, summary: summary,
      parameters: parameters.map {
        ReferenceEntry.Parameter(name: $0.name, values: $0.values, summary: $0.summary)
      }, right: right, body: body)
  }
}

extension Parameter {
  /// The values that it takes, for people.
  fileprivate var values: String {
    switch kind {
    case .text, .pattern: "text"
    case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .choice(let words): words.joined(separator: ", ")
    case .list, .attributes: "text, any number of times"
    case .listOf(let words): "any of " + words.joined(separator: ", ")
    }
  }
}
