import FootlightPlatform
import IndexStores
import SearchEngine

/// What is told of conditions that found nothing: the likeliest mistake, not every domain that it left out.
extension Searcher {
  /// Tells which value of a condition no item has; where all are there, which domains lack its attribute and hold the words.
  ///
  /// - Throws: `search.cut` where the bounds end it.
  func notes(onNothing request: SearchRequest, _ wanted: [String]) throws(Failure) -> [Note] {
    let domains = wanted.filter { $0 != ActivityRecord.history }
    let filters = (request.query.conditions + request.conditions).compactMap(\.positiveFilter)
    var notes: [Note] = []
    for filter in filters {
      for value in filter.equalTexts {
        if let note = try unknownValue(value, filter, request, domains) { notes.append(note) }
      }
    }
    guard notes.isEmpty, !request.query.isOnlyConditions, !request.findsAll else { return notes }
    let lacks = domains.map { domain in
      filters.filter { !state.attributes(of: domain).hold($0.name) }.map(\.name)
    }
    guard lacks.contains(where: { !$0.isEmpty }) else { return [] }
    var unfiltered = request
    let isOther = { (condition: QueryExpression) in condition.positiveFilter == nil }
    unfiltered.query.conditions = request.query.conditions.filter(isOther)
    unfiltered.conditions = request.conditions.filter(isOther)
    (unfiltered.facets, unfiltered.sort, unfiltered.distinct) = ([], [], [:])
    (unfiltered.offset, unfiltered.limit, unfiltered.countsDomains) = (0, 0, true)
    let counts = try state.search(unfiltered, in: domains).counts
    for (place, domain) in domains.enumerated() where counts[place, default: 0] > 0 {
      for name in lacks[place] {
        notes.append(
          Note(
            code: .lacksAttribute,
            message: "\(domain) has no attribute '\(name)' and was not searched",
            domain: domain))
      }
    }
    return notes
  }

  /// That no item has a value of text, and which one is spelled nearly so.
  private func unknownValue(
    _ value: String, _ filter: AttributeFilter, _ request: SearchRequest, _ domains: [String]
  ) throws(Failure) -> Note? {
    let texts = domains.filter { domain in
      state.attributes(of: domain).contains {
        $0.name == filter.name && ($0.kind == .text || $0.kind == .listElement)
      }
    }
    guard !texts.isEmpty else { return nil }
    var one = SearchRequest(query: Query(""), limit: 0, now: request.now)
    one.findsAll = true
    one.hidesPrivate = request.hidesPrivate
    one.bounds = request.bounds
    one.conditions = [.filter(AttributeFilter(filter.name, .oneOf([.equal(value)])))]
    guard try state.search(one, in: texts).total == 0 else { return nil }
    (one.conditions, one.facets) = ([], [filter.name])
    let known = try state.search(one, in: texts).facets.flatMap(\.values).prefix(10_000)
    let near = nearest(
      to: value,
      among: known.lazy.compactMap { if case .text(let text) = $0.value { text } else { nil } })
    let text = request.query.text
    return Note(
      code: .badValue,
      message: "\(filter.name) has no value '\(value)'"
        + (near.map { ": did you mean '\($0)'?" } ?? ""),
      meant: near.flatMap { near in
        let isPlain = near.allSatisfy { $0.isLetter || $0.isNumber }
        let meant = text.replacing(value, with: isPlain ? near : "\"\(near)\"")
        return meant == text ? nil : meant
      })
  }
}

extension QueryExpression {
  /// The condition on an attribute that must hold; nil for others.
  fileprivate var positiveFilter: AttributeFilter? {
    if case .filter(let filter) = self { filter } else { nil }
  }
}

extension AttributeFilter {
  /// The values that a text is compared with as a whole.
  fileprivate var equalTexts: [String] {
    guard case .oneOf(let values) = condition else { return [] }
    return values.compactMap { if case .equal(let text) = $0 { text } else { nil } }
  }
}

extension AttributeSchema {
  /// Notes on words that are spelled as conditions are, on an attribute that no searched domain has: they were taken as
  /// words where a name was misspelled.
  func notes(onNamesIn text: String) -> [Note] {
    text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let bare = word.drop { $0 == "-" || $0 == "(" }
      let name = String(bare.prefix { !":<>\"".contains($0) })
      let value = bare.dropFirst(name.count + 1)
      guard !name.isEmpty, name.count < bare.count, bare.dropFirst(name.count).first != "\"",
        !value.isEmpty, !value.hasPrefix("/"), name != "domain", Field(rawValue: name) == nil,
        !contains(name)
      else { return nil }
      let told = unknown(name)
      guard let near = near(to: name) ?? (AttributeFilter.placeNames.contains(name) ? "" : nil)
      else {
        return nil
      }
      return Note(
        code: Note.Code(told.code),
        message: told.message + (near.isEmpty ? "" : ": did you mean '\(near)'?"),
        meant: near.isEmpty
          ? nil : text.replacing(word, with: word.replacing(name, with: near, maxReplacements: 1)))
    }
  }
}
