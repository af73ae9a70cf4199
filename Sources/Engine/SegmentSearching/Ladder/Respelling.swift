import FootlightPlatform
import TextAnalysis

/// The query with its spaces and points set otherwise: what was meant where one is too many, too few or in the wrong place.
struct Respelling {
  /// The query so.
  let query: Query
  /// The words that were set otherwise, and what they became.
  let correction: Correction
  /// The words of the query that it was made of, and its terms.
  let words: [QueryWord]
  let terms: Set<[UInt8]>
  /// The pieces, which must stand side by side.
  let pieces: [[UInt8]]
  /// How far it is from the query: a space is no letter, so it stands before every typo; few letters are parted
  /// as easily by chance, so that they stand among those with one.
  let level: Int

  /// So many are tried, so many words joined to one and so many parted, of a query of at most so many words.
  private static let most = 12
  private static let mostJoined = 6
  private static let mostParted = 3
  private static let mostWords = 16
  /// A word that more items hold is what was meant.
  private static let wellFound = 10
  private static let lookUps = 600
  /// Fewer bytes are parted easily by chance.
  private static let longWord = 8

  /// The likeliest ones; none where marks ask for words as they are.
  ///
  /// - Parameter isName: whether an item bears the query as its whole name or id: its words are then as they were meant, and
  ///   none is parted, which took an eighth of the search for a whole title.
  static func all(
    _ request: SearchRequest, _ statistics: Statistics, _ queries: [SegmentQuery], isName: Bool
  ) throws(Failure) -> [Respelling] {
    let words = request.query.words
    guard let query = queries.first, request.query.name != nil, words.count <= mostWords,
      !words.contains(where: { $0.isClose || $0.inside != nil }),
      !words.dropLast().contains(where: \.isPrefix)
    else { return [] }
    var dictionary = JoinedDictionary(queries, budget: lookUps)
    let holding = words.indices.map { statistics.size($0, query.plan) }
    let isHeld = { (places: Range<Int>) in holding[places].allSatisfy { $0 > 0 } }
    let elided = request.query.elided
    var tried: [Trial] = []
    for place in words.indices where canChange(words[place]) {
      tried += try joined(words, from: place, &dictionary)
      guard holding[place] < wellFound else { continue }
      let (word, one) = (words[place], place..<place + 1)
      for text in [word.withoutPoints, elided[word.text]].compactMap(\.self) {
        guard try dictionary.holds(text[...], isOpen: word.isPrefix) else { continue }
        tried.append(.pieces(one, [text], isOpen: word.isPrefix, isHeld: isHeld(one)))
      }
      for pair in Numeral(word.text)?.pairs ?? [] {
        tried.append(.pieces(one, pair, isOpen: false, isHeld: isHeld(one)))
      }
      if let parts = word.initialAndNumber {
        tried.append(.words(place, parts, isHeld: isHeld(one)))
      }
    }
    var parted = 0
    for place in words.indices where canChange(words[place]) {
      let isRare = holding[place] < wellFound
      if isRare, let pairs = words[place].byPairs {
        tried.append(.words(place, [pairs], isHeld: holding[place] > 0))
      }
      guard !isName else { continue }
      var changed: [(places: Range<Int>, cuts: [Int])] = []
      if place > 0, canChange(words[place - 1]), isRare || holding[place - 1] < wellFound {
        changed.append(
          (place - 1..<place + 1, WordParting.beside(words[place - 1].text, words[place].text)))
      }
      if isRare, parted < mostParted,
        try words[place].text.count >= longWord ? true : !dictionary.isInNames(words[place])
      {
        parted += 1
        changed.append((place..<place + 1, WordParting.all(in: words[place].text)))
      }
      for (places, cuts) in changed {
        let ways = try WordParting.ways(
          words[places].flatMap(\.text), at: cuts, isOpen: words[place].isPrefix,
          items: statistics.items, &dictionary)
        tried += ways.map {
          .pieces(places, $0.pieces, isOpen: $0.isOpen, isHeld: isHeld(places))
        }
      }
    }
    var found: [Respelling] = []
    for trial in tried.prefix(most) {
      switch trial {
      case .words(let place, let others, let isHeld):
        found.append(Respelling(request.query, place, as: others, isHeld: isHeld))
      case .pieces(let places, let texts, let isOpen, let isHeld):
        // Most ways to part a word stand nowhere, which is seen sooner than all of the query is searched.
        let closed = isOpen ? texts.dropLast() : texts[...]
        if closed.count > 1 {
          guard try PieceSearch.mayFind(Array(closed), queries) else { continue }
        }
        found.append(Respelling(words, places, as: texts, isOpen: isOpen, isHeld: isHeld))
      }
    }
    return found
  }

  /// A respelling that is to be tried.
  private enum Trial {
    case pieces(Range<Int>, [[UInt8]], isOpen: Bool, isHeld: Bool)
    /// A word as others, which may be beginnings or characters within words.
    case words(Int, [QueryWord], isHeld: Bool)
  }

  /// A word and its neighbours as one word, the longest first, where the dictionary holds that.
  private static func joined(
    _ words: [QueryWord], from place: Int, _ dictionary: inout JoinedDictionary
  ) throws(Failure) -> [Trial] {
    var tried: [Trial] = []
    var text = words[place].text
    for end in place + 1..<max(place + 1, min(words.count, place + mostJoined)) {
      guard canChange(words[end]) else { break }
      if end == place + 1, let number = Numeral(text, words[end].text) {
        tried.append(
          .pieces(place..<end + 1, [number.writings[0]], isOpen: false, isHeld: true))
      }
      text += words[end].text
      let (holding, isBegun) = try dictionary.look(text[...])
      guard isBegun else { break }
      let isOpen = words[end].isPrefix
      if try isOpen ? dictionary.holding(beginning: text[...]) > 0 : holding > 0 {
        tried.append(.pieces(place..<end + 1, [text], isOpen: isOpen, isHeld: true))
      }
    }
    return tried.reversed()
  }

  private static func canChange(_ word: QueryWord) -> Bool {
    word.run == nil && !word.isSymbol && !word.traits.contains(.unspaced)
  }

  private init(_ query: Query, _ place: Int, as others: [QueryWord], isHeld: Bool) {
    self.query = query.replacing(place, with: others)
    words = [query.words[place]]
    let text = String(decoding: query.words[place].text, as: UTF8.self)
    let spoken = others.map { String(decoding: $0.text, as: UTF8.self) + ($0.isPrefix ? "…" : "") }
    correction = Correction(
      word: text,
      expansions: others.contains { $0.run != nil } ? [] : [spoken.joined(separator: " ")],
      isHeld: isHeld)
    terms = Set(others.flatMap { $0.run?.bigrams ?? ($0.isPrefix ? [] : [$0.text]) })
    pieces = []
    level = 1
  }

  private init(
    _ words: [QueryWord], _ places: Range<Int>, as texts: [[UInt8]], isOpen: Bool, isHeld: Bool
  ) {
    let spoken = { (texts: [[UInt8]]) in
      texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
    var all = words.map(\.text)
    all.replaceSubrange(places, with: texts)
    let endsOpen = places.upperBound == words.count ? isOpen : words.last?.isPrefix ?? false
    query = Query(spoken(all) + (endsOpen ? "" : " "))
    self.words = Array(words[places])
    correction = Correction(
      word: spoken(self.words.map(\.text)), expansions: [spoken(texts)], isHeld: isHeld)
    terms = Set(texts)
    pieces = texts.count > 1 ? (isOpen ? texts.dropLast() : texts) : []
    level = texts.count > 1 && texts.joined().count < Respelling.longWord ? 2 : 1
  }
}
