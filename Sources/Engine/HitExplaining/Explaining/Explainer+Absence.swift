import FootlightPlatform

extension Explainer {
  /// Why a document is no hit.
  func absence(_ document: UInt32, _ place: Int) throws(Failure) -> Explanation {
    let found = climb.segments[place]
    if try found.query.stored.expiredDocuments(now: request.now)?[Int(document)] == true {
      return Explanation(reason: "it has expired")
    }
    if let reason = try exclusion(document, place) { return Explanation(reason: reason) }
    switch found.ladder.form {
    case .everything: return Explanation(reason: "it is hidden")
    case .expression:
      let faults = try ExpressionFaults(found.ladder, climb.asked, typed, document)
      return Explanation(
        reason: told(faults.reasons.joined(separator: "; "), found.query, faults.words),
        missing: typed.list(faults.words))
    case .words: return try absenceOfWords(document, place)
    }
  }

  /// Which condition leaves a document out; nil when none does.
  private func exclusion(_ document: UInt32, _ place: Int) throws(Failure) -> String? {
    let conditions = conditions(of: request)
    guard !conditions.isEmpty else { return nil }
    let segment = climb.segments[place].query.searched
    var words: [QueryWord] = []
    var literal: Set<Int> = []
    let planned = conditions.map { PlannedExpression($0, &words, literal: &literal) }
    var plain = request
    plain.match = .tiers
    let query = try SegmentQuery(SearchPlan(plain, words: words, literal: literal), segment)
    let matches = SegmentMatches(query, Statistics.counting(query.plan))
    for (condition, expression) in zip(conditions, planned) {
      let reduced = query.reduced(expression, onlyNames: false)
      guard try !matches.holds(reduced, document) else { continue }
      let reason = "\(typed.spelled(condition)) leaves it out"
      guard let name = condition.attribute else { return reason }
      let item = try segment.stored.item(document, withBody: false, &query.scratch.buffers.stored)
      let attributes = segment.stored.attributes
      let meant = attributes.meant(by: name).map(\.name)
      let values = item.attributes.filter { value in
        attributes.indices.contains(value.ordinal) && meant.contains(attributes[value.ordinal].name)
      }.map(\.text)
      let called = meant.joined(separator: " or ")
      if values.isEmpty { return reason + ": it has no \(called)" }
      return reason + ": its \(called) is " + quoted(values)
    }
    return nil
  }

  private func absenceOfWords(_ document: UInt32, _ place: Int) throws(Failure) -> Explanation {
    let query = climb.segments[place].query
    guard !query.plan.words.isEmpty else {
      return Explanation(
        reason: request.query.identifier.isEmpty
          ? "the query is empty" : "the query holds no words, and is no name of it")
    }
    let lacked = try lackedWords(document, place)
    let missing = typed.list(lacked.map { climb.asked[$0] })
    switch request.match {
    case .none:
      let held = query.namedWords.filter { !lacked.contains($0) }
      return Explanation(
        reason: "it holds \(quoted(typed.list(held.map { climb.asked[$0] })))")
    case .any:
      return Explanation(reason: "it holds none of the words", missing: missing)
    case .all:
      return Explanation(
        reason: "it lacks \(quoted(missing)), complete or begun", missing: missing)
    case .tiers: break
    }
    var reason = told("it lacks \(quoted(missing))", query, lacked.map { climb.asked[$0] })
    if climb.strictCount < 10, lacked.count < query.foundWords.count {
      reason +=
        climb.hasOpenedParts
        ? "; what it holds is the commoner half of the words"
        : "; parts of a query are looked for only where fewer than 10 items match"
    }
    return Explanation(reason: reason, missing: missing)
  }

  /// A reason, and whether typos were looked for.
  private func told(_ reason: String, _ query: SegmentQuery, _ lacked: [QueryWord]) -> String {
    guard request.match == .tiers else { return reason }
    if climb.strictCount >= 10 {
      let what = request.query.expression == nil ? "typos and parts" : "typos"
      return reason + "; \(what) are looked for only where fewer than 10 items match, and here "
        + "\(grouped(climb.strictCount)) do"
    }
    let mistyped = climb.asked.indices.filter { query.plan.expansions[$0] != nil }
    guard lacked.contains(where: { word in mistyped.contains { climb.asked[$0] == word } }) else {
      return reason
    }
    return reason + ", even with typos forgiven"
  }

  /// The words that a document lacks, of those that count everywhere.
  private func lackedWords(_ document: UInt32, _ place: Int) throws(Failure) -> [Int] {
    let query = climb.segments[place].query
    let matches = climb.segments[place].ladder.matches
    var lacked: [Int] = []
    for word in request.match == .none ? query.namedWords : query.foundWords {
      var isHeld = try matches.holds(.words([word], field: nil), document)
      if !isHeld, let completed = query.completing([word]) {
        isHeld = try matches.holds(.words(completed, field: nil), document)
      }
      if !isHeld { lacked.append(word) }
    }
    return lacked
  }

  /// The same, as typed.
  func missing(_ document: UInt32, _ place: Int) throws(Failure) -> [String] {
    typed.list(try lackedWords(document, place).map { climb.asked[$0] })
  }
}

extension QueryExpression {
  /// The attribute that a condition is about.
  fileprivate var attribute: String? {
    switch self {
    case .filter(let filter): filter.name
    case .not(let inside): inside.attribute
    default: nil
    }
  }
}
