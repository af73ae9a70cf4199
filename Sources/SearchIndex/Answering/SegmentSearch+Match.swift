import FootlightDiagnostics
import QueryLanguage
import FootlightPlatform
import TextAnalysis

extension SegmentSearch {
  /// The field that made a hit: for tiers 1 and 2 the name or id, otherwise the first field that
  /// holds one of the words.
  func match(_ candidate: Candidate, _ item: StoredItem) throws(Failure) -> RankedHit.Match {
    if candidate.tier <= 2 {
      if let found = try matchingName(candidate.document) { return name(found.ordinal, item) }
      return RankedHit.Match(field: "id", text: item.id)
    }
    let names = try nameCount(candidate.document)
    var found: Int?
    var place = 0
    let isNamed = candidate.meantTier <= 3
    // Words that may be meant count where typos do.
    let looked = candidate.tier == 5 ? atoms.indices : 0..<queryAtoms
    var failure: Failure?
    try forward.forEachSequence(candidate.document, onlyNames: isNamed) { list in
      defer { place += 1 }
      do throws(Failure) {
        for index in 0..<list.count {
          for atom in looked where try isFound(atom, by: list[index]) {
            found = place
            return false
          }
        }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    switch found {
    case .some(let place) where place < names: return name(place, item)
    case .some(names): return RankedHit.Match(field: "title", text: item.title)
    case .some(names + 1): return RankedHit.Match(field: "keyword", text: "")
    case .some(names + 2): return RankedHit.Match(field: "description", text: "")
    case .some: return RankedHit.Match(field: "body", text: "")
    case .none: return RankedHit.Match(field: "title", text: item.title)
    }
  }

  private func nameCount(_ document: UInt32) throws(Failure) -> Int {
    var count = 0
    try forward.forEachName(document) { _, _ in
      count += 1
      return true
    }
    return count
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
