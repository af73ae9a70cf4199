import SegmentFiles
package import FootlightDiagnostics
package import QueryLanguage

/// What the conditions of a request leave: which parts are searched, and what is hidden in them.
package struct SearchScope {
  /// The parts that are searched, by their places in the request.
  package private(set) var places: [Int] = []
  /// The parts themselves.
  private(set) var parts: [SearchPart] = []
  /// For each of them, the documents that conditions leave out.
  private(set) var hidden: [Bitmap?] = []

  /// Sets the conditions of a request aside; without any nothing is read.
  package init(_ request: SearchRequest, _ given: [SearchPart]) throws(Failure) {
    let conditions = request.query.conditions + request.conditions
    guard !conditions.isEmpty else {
      places = Array(given.indices)
      parts = given
      hidden = []
      for part in given {
        hidden.append(request.hidesPrivate ? try part.generation.reserved().hidden : nil)
      }
      return
    }
    var words: [QueryWord] = []
    var literal: Set<Int> = []
    let planned = conditions.map { PlannedExpression($0, &words, literal: &literal) }
    var plain = request
    plain.match = .tiers
    let plan = SearchPlan(plain, words: words, literal: literal)
    for (place, part) in given.enumerated() {
      guard SearchScope.admits(part, conditions) else { continue }
      let reader = ExpressionReader(try SegmentQuery(plan, part))
      var allowed = Bitmap(all: part.generation.header.items)
      for condition in planned {
        allowed.formIntersection(
          try reader.documents(reader.reduced(condition, onlyNames: false), onlyNames: false))
      }
      allowed.formComplement()
      if request.hidesPrivate, let those = try part.generation.reserved().hidden {
        allowed.formUnion(those)
      }
      places.append(place)
      parts.append(part)
      hidden.append(allowed)
    }
  }

  /// A plan looked up in each of the segments.
  func queries(_ plan: SearchPlan) throws(Failure) -> [SegmentQuery] {
    var queries: [SegmentQuery] = []
    for (part, hidden) in zip(parts, hidden) {
      queries.append(try SegmentQuery(plan, part, hiding: hidden))
    }
    return queries
  }

  /// Whether a part is searched at all: its domain is meant, and it has the attributes.
  package static func admits(_ part: SearchPart, _ conditions: [QueryExpression]) -> Bool {
    conditions.allSatisfy { condition in
      switch condition {
      case .domain(let names): covers(names, part.domain)
      case .not(.domain(let names)): !covers(names, part.domain)
      case .filter(let filter): part.generation.attributes.contains { $0.name == filter.name }
      default: true
      }
    }
  }

  /// Whether these names or groups mean a domain.
  static func covers(_ names: [String], _ domain: String) -> Bool {
    names.contains { domain == $0 || domain.hasPrefix($0 + ".") }
  }
}
