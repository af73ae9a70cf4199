import FootlightPlatform
import TextAnalysis

/// Something to be marked in texts: a word, or tokens side by side.
struct TextPattern {
  /// The ways in which one of its tokens may match.
  enum Piece {
    case terms(WordTerms)
    case sideBySide([[UInt8]])
  }

  var piece: Piece
  /// The field that it was asked for in; nil for all.
  var field: Field?
  /// Whether it looks at titles and aliases alone.
  var onlyNames = false
  /// Whether derived tokens are none of it.
  var onlySequence = false
  /// Whether tiers from 4 on may leave it out: a stop word, or a symbol beside words.
  var isStopWord = false
  var isSymbol = false
  /// Whether it is the number with which a query ends, in texts: where names are what was found, it tells nothing there.
  var isOpenNumber = false

  /// The patterns of a query, its negations and conditions left out; `others` are further terms by
  /// which a word was found.
  static func patterns(
    of query: Query, allPrefixes: Bool, _ analyzer: Analyzer, synonyms: Synonyms = Synonyms(),
    _ others: (QueryWord) -> Set<[UInt8]>
  ) -> [TextPattern] {
    var found: [TextPattern] = []
    func add(_ words: [QueryWord], _ field: Field?) {
      for word in words {
        var word = word
        let more = others(word)
        if allPrefixes, word.run == nil, word.inside == nil,
          word.traits.isDisjoint(with: [.symbol, .unspaced])
        {
          word = QueryWord(text: word.text, isPrefix: true, traits: word.traits)
        }
        // An open word is a complete one as well: see ``SearchPlan/completed``.
        let mayBeComplete = !word.isPrefix || word.isOpen && query.expression == nil
        let group = mayBeComplete ? word.synonyms(synonyms) : []
        let terms = word.terms(alsoFoundBy: more.union(group))
        var pattern = TextPattern(piece: .terms(terms), field: field)
        pattern.onlyNames = word.looksAtNamesAlone
        pattern.isSymbol = word.isSymbol
        pattern.isStopWord = word.run == nil && analyzer.isStopWord(word.text)
        found.append(pattern)
        let isNumber = mayBeComplete && query.expression == nil && word.run == nil
        let numbers = isNumber ? Numeral.others(of: word.text) : []
        if !numbers.isEmpty {
          var number = TextPattern(piece: .terms(WordTerms(terms: Set(numbers))), field: field)
          number.onlyNames = true
          found.append(number)
        }
        // A number that is whole is marked in texts as well: "rule 12" in "Rule 12(h)".
        if pattern.onlyNames, word.text.allSatisfy(\.isDigit) {
          pattern.piece = .terms(WordTerms(terms: [word.text]))
          pattern.onlyNames = false
          pattern.isOpenNumber = true
          found.append(pattern)
        }
      }
    }
    add(query.words, nil)
    query.expression?.forEachLeaf { leaf, isNegated in
      guard !isNegated else { return }
      switch leaf {
      case .words(let words, let field): add(words, field)
      case .phrase(let phrase, let field):
        found.append(TextPattern(piece: .sideBySide(phrase.tokens), field: field))
        if phrase.nameTokens != phrase.tokens {
          var pattern = TextPattern(piece: .sideBySide(phrase.nameTokens), field: field)
          pattern.onlyNames = true
          found.append(pattern)
        }
      case .identifier, .filter, .domain, .not, .all, .any: break
      }
    }
    return found
  }

  /// The words of a name as patterns of titles and aliases.
  static func patterns(of name: NameQuery) -> [TextPattern] {
    name.tokens.indices.map { place in
      let token = name.tokens[place]
      let isPrefix = place == name.tokens.count - 1 && !name.lastIsComplete
      var pattern = TextPattern(
        piece: .terms(WordTerms(terms: [token], prefix: isPrefix ? token : nil)))
      pattern.onlyNames = true
      pattern.onlySequence = true
      return pattern
    }
  }

  /// Whether it is looked for in a field.
  func concerns(_ other: Field) -> Bool {
    (field == nil || field == other) && (!onlyNames || other == .title || other == .alias)
  }
}

/// Where pieces of a folded token stand in the text that it was made of.
struct PiecePlaces {
  private let token: [UInt8]
  private let range: Range<Int>
  /// For each byte of the token where the character begins that it was folded from, and at last the end; nil where the
  /// token is no character after the other, as "U.S.C." is not.
  private let starts: [Int]?

  init(_ text: borrowing ByteArena, _ range: Range<Int>, _ token: [UInt8]) {
    self.token = token
    self.range = range
    var starts: [Int] = []
    var folded = ByteArena(capacity: 64)
    var at = range.lowerBound
    while at < range.upperBound {
      var next = at + 1
      while next < range.upperBound, text[next] & 0xC0 == 0x80 { next += 1 }
      folded.removeAll()
      Analyzer().appendFolded(of: text, ByteRange(start: at, count: next - at), into: &folded)
      for _ in 0..<folded.count { starts.append(at) }
      at = next
    }
    starts.append(range.upperBound)
    self.starts = starts.count == token.count + 1 ? starts : nil
  }

  /// The bytes of the text in which a piece stands; all of the token where its characters cannot be told apart.
  func places(of piece: WordTerms.Piece) -> [Range<Int>] {
    guard piece.inside.holds(token, piece.text), !piece.text.isEmpty else { return [] }
    guard let starts else { return [range] }
    var found: [Range<Int>] = []
    var start = piece.inside == .atEnd ? token.count - piece.text.count : 0
    while start + piece.text.count <= token.count {
      let end = start + piece.text.count
      guard token[start..<end].elementsEqual(piece.text) else {
        start += 1
        continue
      }
      var last = end
      // A character that folds to several is marked whole.
      while last < token.count, starts[last] == starts[last - 1] { last += 1 }
      found.append(starts[start]..<starts[last])
      start = end
    }
    return found
  }
}
