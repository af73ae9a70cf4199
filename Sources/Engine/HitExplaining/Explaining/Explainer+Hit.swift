import FootlightPlatform

extension Explainer {
  /// Why a document is a hit; nil when it is none.
  ///
  /// - Parameter near: its score with nearness, where it is one of the first hits.
  func hit(_ document: UInt32, _ place: Int, _ near: Int?) throws(Failure) -> Explanation? {
    let found = climb.segments[place]
    let query = found.query
    let preferred = try query.segment.preferred(request, query.domain)[document]
    guard let (rung, matches) = try matches.rung(of: document, in: found, at: place) else {
      return nil
    }
    let item = try query.stored.item(document, withBody: false, &query.scratch.buffers.stored)
    let key = matches.key ?? rung.key
    var candidate = Candidate(
      tier: rung.tier, score: 0, document: document, key: key, rung: rung.place)
    candidate.isPartial = matches.isPartial
    if case .names = rung.sought {
      var matcher = HitMatcher(found.ladder)
      let match = try matcher.match(candidate, item)
      let what = match.field == .title ? "the title" : "the \(match.field.rawValue) '\(match.text)'"
      return Explanation(
        tier: Tier(rawValue: rung.tier),
        reason: what + (rung.tier == 1 ? " is the query" : " begins with the query"),
        factors: preferences(preferred, score: nil) + [rank(item)])
    }
    var contributions: [ScorePart] = []
    if candidate.hasScore { try matches.forEachPart { contributions.append($0) } }
    // As they were asked for, whatever order they were found in.
    contributions = contributions.enumerated().sorted {
      ($0.element.asked, $0.element.word, $0.offset) < (
        $1.element.asked, $1.element.word, $1.offset
      )
    }.map(\.element)
    var sum = contributions.reduce(0) { $0 + $1.value }
    var factors: [Explanation.Factor] = []
    // A respelled query has words of its own.
    let respelled = climb.respelled(rung)
    let told = FactorWords(
      ladders: respelled?.ladders ?? climb.segments.map(\.ladder),
      asked: respelled?.asked ?? climb.asked)
    for contribution in contributions.prefix(Explainer.mostFactors) {
      factors.append(try factor(contribution, document, place, told))
    }
    // Each one reads the postings of its word again: of a pasted page the rest is summed up.
    let rest = contributions.dropFirst(Explainer.mostFactors)
    if !rest.isEmpty {
      factors.append(
        Explanation.Factor(
          "other words", rest.reduce(0) { $0 + $1.value }, adds: true,
          detail: "\(grouped(rest.count)) more words together"))
    }
    if rung.isPassing {
      factors.append(
        Explanation.Factor(
          "lacked words", PassingScore.standing(sum) - sum, adds: true,
          detail: "four fifths count where other hits hold all words"))
      sum = PassingScore.standing(sum)
    }
    let weighted = candidate.hasScore ? query.weighted(sum) : nil
    var raised = weighted.map { preferred.raised($0) }
    if let score = weighted, query.weight != 1_000 {
      factors.append(
        Explanation.Factor(
          "domain weight", score - sum, adds: true,
          detail: "\(query.domain) has weight \(decimal(query.weight)): "
            + "\(grouped(sum)) become \(grouped(score))"))
    }
    factors += preferences(preferred, score: weighted)
    if let score = raised, let near, near > score {
      factors.append(
        Explanation.Factor(
          "nearness", near - score, adds: true,
          detail: "words of the query stand near each other, in its order"))
      raised = near
    }
    if candidate.isNamed {
      factors.append(
        Explanation.Factor(
          "name", -key, adds: false,
          detail: "what its name in the query tells: the more comes first, whatever the score"))
    } else if rung.tier == 5, respelled == nil {
      factors.append(
        Explanation.Factor(
          "typos", TypoLevel.typos(key >> 2), adds: false,
          detail: "fewer come first, whatever the score"
            + (key >> 2 & 1 == 1 ? "; after them the beginnings of longer words" : "")))
    }
    factors.append(rank(item))
    var missing: [String] = []
    if case .words = found.ladder.form,
      candidate.heldTier > 5 || candidate.isNamed || request.match == .any
    {
      missing = try self.missing(document, place)
    }
    return Explanation(
      tier: Tier(rawValue: candidate.heldTier),
      reason: respelled.map(\.correction).map(reason)
        ?? reason(
          candidate, rung, contributions, isLonger: found.ladder.bearsLongerName(document)),
      score: raised,
      factors: factors,
      missing: missing)
  }

  /// The factors that the person's own use adds to a hit.
  private func preferences(_ preferred: Preference, score: Int?) -> [Explanation.Factor] {
    var factors: [Explanation.Factor] = []
    if preferred.picked > 0 {
      factors.append(
        Explanation.Factor(
          "picked", preferred.picked, adds: false,
          detail: "it was opened after this query: it leads its tier"))
    }
    if preferred.activity > 0 {
      factors.append(
        Explanation.Factor(
          "activity", preferred.activity, adds: false,
          detail: "class \(preferred.activity) of 7"
            + (score == nil ? ": the higher comes first of equals" : "")))
      if let score {
        let raised = preferred.raised(score)
        factors.append(
          Explanation.Factor(
            "use", raised - score, adds: true,
            detail: "\(grouped(score)) become \(grouped(raised))"))
      }
    }
    if preferred.isInWindow {
      factors.append(
        Explanation.Factor(
          "window", 1, adds: false, detail: "it matters now: it comes first of equals"))
    }
    return factors
  }

  private func rank(_ item: StoredItem) -> Explanation.Factor {
    Explanation.Factor("rank", item.rank, adds: false, detail: "the higher comes first of equals")
  }

  private func reason(
    _ candidate: Candidate, _ rung: Rung, _ contributions: [ScorePart], isLonger: Bool
  ) -> String {
    switch rung.sought {
    case .everything: return "all items are asked for that the conditions leave"
    case .expression(_, let onlyNames):
      return onlyNames ? "titles and aliases alone satisfy the query" : "it satisfies the query"
    case .relaxed: return Relaxation(rawValue: rung.key)?.reason ?? "it holds some of the words"
    case .questioned where isLonger:
      return "its name holds one that stands in the query, and it scores more"
    case .questioned:
      return "its name stands in the query"
        + (rung.tier == 4 ? ", and it holds all or most of the rest" : "")
    case .all(_, onlyNames: true): return "titles and aliases alone hold all words"
    case .all where request.match == .all: return "it holds each word, complete or begun"
    case .all: return "it holds all words"
    case .any where rung.tier == 4: return "it holds at least one of the words"
    case .any(_, _, let least) where least > 0:
      return "it holds most of what the characters tell, two by two"
    case .any: return "it holds some of the words, one of the rarer half"
    case .passing: return "it lacks words, but scores more than what holds all of them in its text"
    case .none: return "it holds none of the words"
    case .fuzzy, .respelled, .names: break
    }
    if candidate.correctedTier <= 2 {
      let typos = TypoLevel.typos(candidate.key >> 2)
      let count = "\(typos) typo\(typos == 1 ? "" : "s")"
      return candidate.correctedTier == 1
        ? "its title or an alias is the query but for \(count)"
        : "its title or an alias begins with the query but for \(count)"
    }
    var taken: [String] = []
    for contribution in contributions where contribution.typos > 0 {
      let word =
        "'\(climb.asked.indices.contains(contribution.asked) ? typed(climb.asked[contribution.asked]) : "")'"
      let text = "\(word) is taken for '\(term(contribution.word))'"
      if !taken.contains(text) { taken.append(text) }
    }
    return "words may be mistyped: " + taken.joined(separator: ", ")
  }

  private func reason(_ correction: Correction) -> String {
    correction.expansions.first.map { "'\(correction.word)' is taken for '\($0)'" }
      ?? "'\(correction.word)' stands within a word: its pairs of syllables are found"
  }

  private func term(_ word: Int) -> String {
    let plan = climb.segments.first?.query.plan
    return plan.map { String(decoding: $0.words[word].text, as: UTF8.self) } ?? ""
  }

  private func factor(
    _ contribution: ScorePart, _ document: UInt32, _ place: Int,
    _ told: FactorWords
  ) throws(Failure) -> Explanation.Factor {
    let query = told.ladders[place].query
    let statistics = told.ladders[place].statistics
    let planned = query.plan.words[contribution.word]
    var detail = ""
    if contribution.typos > 0 {
      detail =
        "as '\(term(contribution.word))', \(contribution.typos) typo\(contribution.typos == 1 ? "" : "s"): "
    }
    if planned.takesSynonyms {
      var there: [[UInt8]] = []
      for text in planned.group(query.synonyms)
      where try query.holds(document, term: text) { there.append(text) }
      if !there.isEmpty, !there.contains(planned.text) {
        let words = there.map { String(decoding: $0, as: UTF8.self) }
        detail += (planned.takesNumerals ? "as " : "as its synonym ") + "\(quoted(words)): "
      }
    }
    var fields: [String] = []
    for field in [Field.title, .alias, .keyword, .description, .body]
    where try FieldVerifier(query, field, [contribution.word]).holds(document) {
      fields.append(field.rawValue)
    }
    if !fields.isEmpty { detail += "in " + fields.joined(separator: ", ") + "; " }
    let items = grouped(statistics.items)
    let atom = planned.atoms.lowerBound
    let stem = query.stems?.stem(atom)
    let weight =
      contribution.isExact
      ? Scoring.exactShare(statistics.exactIdf[atom]) : query.weight(atom, statistics)
    if let stem {
      detail += contribution.isExact ? "as it is, a quarter; " : "by its stem '\(stem)'; "
    }
    if weight == 0 {
      let what = planned.inside == nil ? "a beginning of one or two letters" : "a piece of words"
      detail += "\(what) sifts and adds nothing"
    } else if planned.atoms.count == 1 {
      // All expansions with as many typos are worth the same.
      let known = statistics.holding[atom]
      let exact = told.ladders.reduce(0) { $0 + $1.query.exactHolding(atom) }
      let holding = grouped(contribution.isExact ? exact : known)
      // An item may hold several of the words that a prefix or a group of synonyms stands for.
      let isSum = planned.isPrefix || told.ladders.contains { $0.query.isGroup(planned) }
      detail +=
        "\(contribution.value / weight) of \(Scoring.highestImpact) for how often, times \(weight) for how rare "
        + "(\(isSum ? "postings" : "held by") \(holding) of \(items))"
    } else {
      detail += "\(planned.atoms.count) pairs of characters, each how often times how rare"
    }
    let name =
      told.asked.indices.contains(contribution.asked) ? typed(told.asked[contribution.asked]) : ""
    return Explanation.Factor(name, contribution.value, adds: true, detail: detail)
  }
}

/// The words that contributions speak of: those of the query, or of a respelling.
private struct FactorWords {
  let ladders: [Ladder]
  let asked: [QueryWord]
}

extension Relaxation {
  /// The reason why an item is found only by giving this up.
  fileprivate var reason: String {
    switch self {
    case .word: "it satisfies the query but for one word or phrase"
    case .words: "it satisfies what marks ask for, but lacks more than one of the other words"
    case .phrase: "it holds the words of the phrase, but not side by side"
    case .field: "it holds the words, but not in the field that was named"
    case .most: "it holds some of the words"
    }
  }
}

extension SegmentQuery {
  /// Whether several words count as one here, as declared or as one number: which of them there are would tell of items that
  /// the reader may not see.
  fileprivate func isGroup(_ word: PlannedWord) -> Bool {
    word.inside != nil || word.group(synonyms).count > 1
  }

  /// Whether a document has a posting of a term.
  fileprivate func holds(_ document: UInt32, term text: [UInt8]) throws(Failure) -> Bool {
    guard let entry = try stored.term(text) else { return false }
    let list = try ListCursor(stored, entry, inNames: false, weight: 1)
    return try list.advance(to: document) == document
  }
}

/// Thousandths as a decimal number.
private func decimal(_ thousandths: Int) -> String {
  var digits = String(thousandths % 1_000 + 1_000).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return "\(thousandths / 1_000)" + (digits.isEmpty ? "" : "." + digits)
}

/// A number with separators between thousands.
func grouped(_ number: Int) -> String {
  var text = ""
  for (place, digit) in String(number.magnitude).reversed().enumerated() {
    if place > 0, place % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + String(text.reversed())
}
