import SearchEngine
import TextAnalysis

/// A query with words joined or one parted.
struct NaiveRespelling {
  let query: Query
  /// What must stand side by side.
  let pieces: [Term]
  let level: Int

  /// All of them, the likeliest first; none is parted where the query is a whole name or an id.
  static func all(
    _ query: Query, _ words: [NaiveWord], _ documents: [NaiveDocument], isName: Bool
  ) -> [NaiveRespelling] {
    guard query.name != nil, words.count <= 16, !words.contains(where: \.word.isClose),
      !words.dropLast().contains(where: \.word.isPrefix),
      !words.contains(where: { $0.word.inside != nil })
    else { return [] }
    let terms = documents.reduce(into: [Term: Int]()) { counts, document in
      for term in document.impacts.keys { counts[term, default: 0] += 1 }
    }
    func mayChange(_ place: Int) -> Bool {
      words[place].word.run == nil && !words[place].word.isSymbol
        && !words[place].word.traits.contains(.unspaced)
    }
    func begun(_ text: Term) -> Int {
      terms.filter { $0.key.starts(with: text) }.values.reduce(0, +)
    }
    var found: [NaiveRespelling] = []
    let texts = words.map(\.word.text)
    let endsOpen = words.last?.word.isPrefix ?? false
    for place in words.indices.dropLast() where mayChange(place) && mayChange(place + 1) {
      let joined = texts[place] + texts[place + 1]
      let isOpen = words[place + 1].word.isPrefix
      guard isOpen ? begun(joined) > 0 : terms[joined] != nil else { continue }
      var all = texts
      all.replaceSubrange(place...place + 1, with: [joined])
      found.append(NaiveRespelling(all, isOpen: endsOpen, pieces: [], level: 1))
    }
    var parted = 0
    for place in words.indices
    where mayChange(place) && parted < 3 && words[place].holding < 10 {
      if let pairs = words[place].word.byPairs {
        parted += 1
        found.append(NaiveRespelling(query.replacing(place, with: pairs)))
        continue
      }
      if isName { continue }
      let isOpen = words[place].word.isPrefix
      let isInNames = documents.contains { document in
        document.nameTerms.contains {
          isOpen ? $0.starts(with: texts[place]) : $0 == texts[place]
        }
      }
      guard texts[place].count >= 8 || !isInNames else { continue }
      parted += 1
      var ways: [(pieces: [Term], cost: Int, isOpen: Bool)] = []
      func part(_ rest: Term, _ pieces: [Term], _ cost: Int) {
        guard pieces.count < 4 else { return }
        for end in rest.indices.map({ $0 + 1 })
        where (end == rest.count || rest[end] & 0xC0 != 0x80) && end < texts[place].count {
          let piece = Term(rest[..<end])
          let isLetter = { (piece: Term) in piece.count == 1 && !(0x30...0x39).contains(piece[0]) }
          if isLetter(piece), pieces.contains(where: isLetter) { continue }
          let isLast = end == rest.count
          var isOpen = false
          var holding = terms[piece] ?? 0
          if holding == 0, isLast, words[place].word.isPrefix {
            isOpen = true
            holding = begun(piece)
          }
          guard holding > 0 else { continue }
          let sum = cost + NaiveScoring.idf(items: documents.count, holding: holding) + (4 << 8)
          if isLast {
            ways.append((pieces + [piece], sum, isOpen))
          } else {
            part(Term(rest[end...]), pieces + [piece], sum)
          }
        }
      }
      if (5...48).contains(texts[place].count) { part(texts[place], [], 0) }
      ways.sort { a, b in
        if a.cost != b.cost { return a.cost < b.cost }
        if a.pieces.count != b.pieces.count { return a.pieces.count < b.pieces.count }
        return a.pieces.lexicographicallyPrecedes(b.pieces) { $0.lexicographicallyPrecedes($1) }
      }
      for way in ways.filter({ $0.pieces.count > 1 }).prefix(6) {
        var all = texts
        all.replaceSubrange(place...place, with: way.pieces)
        found.append(
          NaiveRespelling(
            all, isOpen: place == words.count - 1 ? way.isOpen : endsOpen,
            pieces: way.isOpen ? way.pieces.dropLast() : way.pieces,
            level: texts[place].count < 8 ? 2 : 1))
      }
    }
    return Array(found.prefix(12))
  }

  private init(_ query: Query) {
    self.query = query
    pieces = []
    level = 1
  }

  private init(_ words: [Term], isOpen: Bool, pieces: some Sequence<Term>, level: Int) {
    let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    query = Query(text + (isOpen ? "" : " "))
    self.pieces = Array(pieces)
    self.level = level
  }
}
