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
    let typed = request.query.conditions.compactMap(\.positiveFilter)
    let filters = typed + request.conditions.compactMap(\.positiveFilter)
    var notes: [Note] = []
    var known: [String: [String]] = [:]
    for (place, filter) in filters.enumerated() {
      for value in filter.equalTexts where notes.count < 3 {
        let text = place < typed.count ? request.query.text : nil
        if let note = try unknownValue(value, filter, in: text, request, domains, &known) {
          notes.append(note)
        }
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

  /// That no item has a value of text, and which one is spelled nearly so; nil for the text where the filter stands outside it.
  private func unknownValue(
    _ value: String, _ filter: AttributeFilter, in text: String?, _ request: SearchRequest,
    _ domains: [String], _ known: inout [String: [String]]
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
    let found = try state.search(one, in: texts)
    guard found.total == 0, !found.isCut else { return nil }
    if known[filter.name] == nil {
      (one.conditions, one.facets) = ([], [filter.name])
      known[filter.name] = try state.search(one, in: texts).facets.flatMap(\.values)
        .prefix(10_000).compactMap { if case .text(let text) = $0.value { text } else { nil } }
    }
    let near = nearest(to: value, among: known[filter.name] ?? [])
    return Note(
      code: .badValue,
      message: "\(filter.name) has no value '\(value)'"
        + (near.map { ": did you mean '\($0)'?" } ?? ""),
      meant: near.flatMap { near in text?.replacing(value, of: filter, with: near) })
  }
}

extension QueryExpression {
  /// The condition on an attribute that must hold; nil for others.
  fileprivate var positiveFilter: AttributeFilter? {
    if case .filter(let filter) = self { filter } else { nil }
  }
}

extension String {
  /// The text with another value of a condition that stands in it; nil where it does not.
  fileprivate func replacing(_ value: String, of filter: AttributeFilter, with other: String)
    -> String?
  {
    guard case .oneOf(let values) = filter.condition, filter.range.upperBound <= utf8.count,
      !filter.range.isEmpty
    else { return nil }
    let meant = AttributeFilter(
      filter.name, .oneOf(values.map { $0 == .equal(value) ? .equal(other) : $0 }))
    var bytes = Array(utf8)
    bytes.replaceSubrange(filter.range, with: meant.description.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with another piece in the place of this one.
  func replacing(_ range: Range<Index>, with piece: some StringProtocol) -> String {
    "\(self[..<range.lowerBound])\(piece)\(self[range.upperBound...])"
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
      guard let near = AttributeFilter.placeNames.contains(name) ? "" : near(to: name) else {
        return nil
      }
      return Note(
        code: Note.Code(told.code),
        message: told.message + (near.isEmpty ? "" : ": did you mean '\(near)'?"),
        meant: near.isEmpty
          ? nil
          : text.replacing(
            word.startIndex..<word.endIndex,
            with: word.replacing(name, with: near, maxReplacements: 1)))
    }
  }
}
