import FootlightDiagnostics
import QueryLanguage
import FootlightPlatform
import TextAnalysis

extension SegmentSearch {
  /// The field that made a hit: for tiers 1 and 2 the name or id, otherwise the first field that
  /// holds one of the words that the tier asks for.
  func match(_ candidate: Candidate, _ item: StoredItem) throws(Failure) -> RankedHit.Match {
    if candidate.tier <= 2 {
      if let found = try matchingName(candidate.document) { return name(found.ordinal, item) }
      return RankedHit.Match(field: "id", text: item.id)
    }
    let isNamed = candidate.meantTier <= 3
    var words = isNamed ? namedWords : foundWords
    // Words that may be meant count where typos do.
    if candidate.tier == 5 { words += words.flatMap { (plan.meant[$0] ?? []).flatMap { $0 } } }
    let finder = try WordFinder(self, words)
    var found: ForwardPart?
    var failure: Failure?
    try forward.forEachField(candidate.document, onlyNames: isNamed) { part, list in
      do throws(Failure) {
        guard try finder.isFound(in: list, part) else { return true }
        found = part
      } catch {
        failure = error
      }
      return false
    }
    if let failure { throw failure }
    switch found {
    case .name(let ordinal): return name(ordinal, item)
    case .keywords: return RankedHit.Match(field: "keyword", text: "")
    case .description: return RankedHit.Match(field: "description", text: "")
    case .body: return RankedHit.Match(field: "body", text: "")
    case .namesExtra:
      let alias =
        finder.isFound(in: item.title)
        ? nil : item.aliases.first { finder.isFound(in: $0) }
      guard let alias else { break }
      return RankedHit.Match(field: "alias", text: alias)
    case .longExtra:
      // What is derived of both stands in one list.
      let isDescribed = finder.isFound(in: item.description, isLong: true)
      return RankedHit.Match(field: isDescribed ? "description" : "body", text: "")
    case nil: break
    }
    return RankedHit.Match(field: "title", text: item.title)
  }

  /// The tier of a document that is known to be in tier 1 or 2.
  func nameTier(_ document: UInt32) throws(Failure) -> Int {
    if document == identified { return 1 }
    return try matchingName(document)?.isExact == true ? 1 : 2
  }

  /// The first name of a document that is the query or begins with it, exact ones first.
  private func matchingName(_ document: UInt32) throws(Failure)
    -> (ordinal: Int, isExact: Bool)?
  {
    guard let query = nameTerms else { return nil }
    let terms = query.first
    var starting: Int?
    var exact: Int?
    try forward.forEachName(document) { ordinal, name in
      guard name.count > terms.count else { return true }
      for index in terms.indices where name[index] != terms[index] { return true }
      let final = name[terms.count]
      guard query.last.contains(final) else { return true }
      if name.count == terms.count + 1, final == query.whole {
        exact = ordinal
        return false
      }
      if starting == nil { starting = ordinal }
      return true
    }
    return exact.map { ($0, true) } ?? starting.map { ($0, false) }
  }

  /// The text of a name: names are kept once each, so the aliases are counted the same way.
  private func name(_ ordinal: Int, _ item: StoredItem) -> RankedHit.Match {
    guard ordinal > 0 else { return RankedHit.Match(field: "title", text: item.title) }
    let analyzer = generation.analyzer
    var buffer = TokenBuffer()
    var seen: Set<[UInt8]> = [SegmentSearch.key(item.title, analyzer, &buffer)]
    for alias in item.aliases {
      if seen.insert(SegmentSearch.key(alias, analyzer, &buffer)).inserted,
        seen.count == ordinal + 1
      {
        return RankedHit.Match(field: "alias", text: alias)
      }
    }
    return RankedHit.Match(field: "alias", text: item.aliases.first ?? item.title)
  }

  private static func key(_ text: String, _ analyzer: Analyzer, _ buffer: inout TokenBuffer)
    -> [UInt8]
  {
    let source = ByteArena(text)
    buffer.removeAll()
    analyzer.analyze(source, source.all, as: .name, into: &buffer)
    var key: [UInt8] = []
    for token in buffer.tokens {
      key += buffer.bytes.bytes(token.text)
      key.append(0)
    }
    return key
  }
}
