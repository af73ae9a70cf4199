import FootlightPlatform
import TextAnalysis

/// The query with neighbouring words joined, or with a word parted: what was meant where a space too many or too few was
/// typed.
struct Respelling {
  /// The query so.
  let query: Query
  /// The words that were joined or parted, and what they became.
  let correction: Correction
  /// The words of the query that it was made of, and its terms.
  let words: [QueryWord]
  let terms: Set<[UInt8]>
  /// The pieces of a parted word, which must stand side by side.
  let pieces: [[UInt8]]
  /// How far it is from the query: a space is no letter, so it stands before every typo; a short word is parted
  /// as easily by chance, so that it stands among those with one.
  let level: Int

  /// So many are tried, and so many words parted, of a query of at most so many words.
  private static let most = 12
  private static let mostParted = 3
  private static let mostWords = 16
  /// A word that more items hold is what was meant.
  private static let wellFound = 10
  private static let lookUps = 600
  /// A word with fewer bytes is parted easily by chance.
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
    var tried: [Trial] = []
    for place in words.indices.dropLast()
    where canChange(words[place]) && canChange(words[place + 1]) {
      let joined = words[place].text + words[place + 1].text
      let isOpen = words[place + 1].isPrefix
      guard
        try isOpen
          ? dictionary.holding(beginning: joined[...]) > 0
          : dictionary.look(joined[...]).holding > 0
      else { continue }
      tried.append(.pieces(place..<place + 2, [joined], isOpen: isOpen, isHeld: true))
    }
    var parted = 0
    for place in words.indices where canChange(words[place]) && parted < mostParted {
      let holding = statistics.size(place, query.plan)
      guard holding < wellFound else { continue }
      if let pairs = words[place].byPairs {
        parted += 1
        tried.append(.pairs(place, pairs, isHeld: holding > 0))
        continue
      }
      guard !isName else { continue }
      if words[place].text.count < longWord {
        guard try !dictionary.isInNames(words[place]) else { continue }
      }
      parted += 1
      let ways = try WordParting.ways(
        words[place].text, isOpen: words[place].isPrefix, items: statistics.items, &dictionary)
      for way in ways {
        tried.append(
          .pieces(place..<place + 1, way.pieces, isOpen: way.isOpen, isHeld: holding > 0))
      }
    }
    var found: [Respelling] = []
    for trial in tried.prefix(most) {
      switch trial {
      case .pairs(let place, let pairs, let isHeld):
        found.append(Respelling(request.query, place, as: pairs, isHeld: isHeld))
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
    case pairs(Int, QueryWord, isHeld: Bool)
  }

  private static func canChange(_ word: QueryWord) -> Bool {
    word.run == nil && !word.isSymbol && !word.traits.contains(.unspaced)
  }

  /// The query with a word that stands within others, found by its pairs.
  private init(_ query: Query, _ place: Int, as pairs: QueryWord, isHeld: Bool) {
    self.query = query.replacing(place, with: pairs)
    words = [query.words[place]]
    let text = String(decoding: pairs.text, as: UTF8.self)
    correction = Correction(word: text, expansions: [], isHeld: isHeld)
    terms = Set(pairs.run?.bigrams ?? [])
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
    let isShort = places.count == 1 && words[places.lowerBound].text.count < Respelling.longWord
    level = isShort ? 2 : 1
  }
}
