import FootlightPlatform

/// The parts of an expression that a document does not satisfy.
struct ExpressionFaults {
  private(set) var reasons: [String] = []
  /// The words that are lacked.
  private(set) var words: [QueryWord] = []

  private let matches: SegmentMatches
  private let asked: [QueryWord]
  private let typed: TypedWords
  private let document: UInt32

  init(
    _ ladder: Ladder, _ asked: [QueryWord], _ typed: TypedWords, _ document: UInt32
  ) throws(Failure) {
    matches = ladder.matches
    self.asked = asked
    self.typed = typed
    self.document = document
    try collect(ladder.expression(onlyNames: false))
  }

  private func holds(_ expression: PlannedExpression) throws(Failure) -> Bool {
    try matches.holds(expression, document)
  }

  private mutating func collect(_ expression: PlannedExpression) throws(Failure) {
    guard try !holds(expression) else { return }
    switch expression {
    case .all(let parts), .any(let parts): for part in parts { try collect(part) }
    case .words(let places, let field):
      for place in places where try !holds(.words([place], field: field)) {
        lack(place)
        add((field.map { "its \($0.rawValue) lacks" } ?? "it lacks") + " '\(typed(asked[place]))'")
      }
    case .phrase(let phrase, let field):
      for place in phrase.words where try !holds(.words([place], field: field)) { lack(place) }
      let text = phrase.tokens.map { String(decoding: $0, as: UTF8.self) }
      let place = field.map { "in its \($0.rawValue)" } ?? "in it"
      reasons.append("\"\(text.joined(separator: " "))\" does not stand \(place)")
    case .identifier(let id): reasons.append("its id is not '\(id)'")
    case .filter(let filter): reasons.append("\(filter) does not hold")
    case .domain(let names):
      reasons.append("it is not in " + names.joined(separator: " or "))
    case .not(let inside):
      reasons.append("it matches \(spelled(inside)), which the query excludes")
    }
  }

  private mutating func lack(_ place: Int) {
    if !words.contains(asked[place]) { words.append(asked[place]) }
  }

  private mutating func add(_ reason: String) {
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  private func spelled(_ expression: PlannedExpression) -> String {
    switch expression {
    case .words(let places, _): places.map { "'\(typed(asked[$0]))'" }.joined(separator: " ")
    case .phrase(let phrase, _):
      "\"" + phrase.tokens.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ") + "\""
    case .identifier(let id): "id:\(id)"
    case .filter(let filter): filter.description
    case .domain(let names): "domain:" + names.joined(separator: ",")
    case .not(let inside): "-" + spelled(inside)
    case .all(let parts): parts.map { spelled($0) }.joined(separator: " ")
    case .any(let parts): parts.map { spelled($0) }.joined(separator: " OR ")
    }
  }
}
