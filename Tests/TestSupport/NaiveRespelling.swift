import SearchEngine
import TextAnalysis

/// A query with its spaces and points set otherwise.
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
    func isHeld(_ text: Term, upTo place: Int) -> Bool {
      words[place].word.isPrefix ? begun(text) > 0 : terms[text] != nil
    }
    func add(_ places: ClosedRange<Int>, _ pieces: [Term], isOpen: Bool) {
      var all = texts
      all.replaceSubrange(places, with: pieces)
      let isShort = pieces.count > 1 && pieces.joined().count < 8
      found.append(
        NaiveRespelling(
          all, isOpen: places.upperBound == words.count - 1 ? isOpen : endsOpen,
          pieces: pieces.count > 1 ? (isOpen ? pieces.dropLast() : pieces) : [],
          level: isShort ? 2 : 1))
    }
    for place in words.indices where mayChange(place) {
      let last = (place..<min(words.count, place + 6)).prefix(while: mayChange).last ?? place
      for end in (place...last).dropFirst().reversed() {
        let joined = Term(texts[place...end].joined())
        if isHeld(joined, upTo: end) { add(place...end, [joined], isOpen: endsOpen) }
      }
      if last > place, let number = NaiveNumeral.number(texts[place], texts[place + 1]) {
        add(place...place + 1, [Term("\(number)".utf8)], isOpen: false)
      }
      guard words[place].holding < 10 else { continue }
      let behind = [words[place].word.withoutPoints, query.elided[texts[place]]]
      for text in behind.compactMap(\.self) where isHeld(text, upTo: place) {
        add(place...place, [text], isOpen: endsOpen)
      }
      for pair in NaiveNumeral.pairs(of: texts[place]) { add(place...place, pair, isOpen: false) }
      if let parts = words[place].word.initialAndNumber {
        found.append(NaiveRespelling(query.replacing(place, with: parts)))
      }
    }
    func part(_ places: ClosedRange<Int>, at cuts: Set<Int>) {
      let whole = Term(texts[places].joined())
      guard (5...48).contains(whole.count) else { return }
      var ways: [(pieces: [Term], cost: Int, isOpen: Bool)] = []
      func part(_ start: Int, _ pieces: [Term], _ cost: Int) {
        guard pieces.count < 7 else { return }
        for end in start + 1...whole.count where end == whole.count || cuts.contains(end) {
          let piece = Term(whole[start..<end])
          let isLetter = { (piece: Term) in piece.count == 1 && !(0x30...0x39).contains(piece[0]) }
          if isLetter(piece), pieces.count(where: isLetter) == 2 { continue }
          let isLast = end == whole.count
          var isOpen = false
          var holding = terms[piece] ?? 0
          if holding == 0, isLast, words[places.upperBound].word.isPrefix {
            isOpen = true
            holding = begun(piece)
          }
          guard holding > 0 else { continue }
          let sum = cost + NaiveScoring.idf(items: documents.count, holding: holding) + (4 << 8)
          if isLast {
            ways.append((pieces + [piece], sum, isOpen))
          } else {
            part(end, pieces + [piece], sum)
          }
        }
      }
      part(0, [], 0)
      ways.sort { a, b in
        if a.cost != b.cost { return a.cost < b.cost }
        if a.pieces.count != b.pieces.count { return a.pieces.count < b.pieces.count }
        return a.pieces.lexicographicallyPrecedes(b.pieces) { $0.lexicographicallyPrecedes($1) }
      }
      for way in ways.filter({ $0.pieces.count > 1 }).prefix(6) {
        add(places, way.pieces, isOpen: way.isOpen)
      }
    }
    func letters(_ text: Term) -> [Int] {
      text.indices.dropFirst().filter { text[$0] & 0xC0 != 0x80 }
    }
    var parted = 0
    for place in words.indices where mayChange(place) {
      let isRare = words[place].holding < 10
      if isRare, let pairs = words[place].word.byPairs {
        found.append(NaiveRespelling(query.replacing(place, with: [pairs])))
      }
      if isName { continue }
      if place > 0, mayChange(place - 1), isRare || words[place - 1].holding < 10 {
        let (one, two) = (texts[place - 1], texts[place])
        let cuts = letters(one).suffix(1) + letters(two).prefix(1).map { one.count + $0 }
        part(place - 1...place, at: Set(cuts))
      }
      let isOpen = words[place].word.isPrefix
      let isInNames = documents.contains { document in
        document.nameTerms.contains {
          isOpen ? $0.starts(with: texts[place]) : $0 == texts[place]
        }
      }
      guard isRare, parted < 3, texts[place].count >= 8 || !isInNames else { continue }
      parted += 1
      part(place...place, at: Set(letters(texts[place])))
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
