import QueryLanguage
import SegmentSearching
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
        let group = word.synonyms(synonyms)
        let terms = word.terms(alsoFoundBy: more.union(group))
        var pattern = TextPattern(piece: .terms(terms), field: field)
        pattern.onlyNames = word.looksAtNamesAlone
        pattern.isSymbol = word.isSymbol
        pattern.isStopWord = word.run == nil && analyzer.isStopWord(word.text)
        found.append(pattern)
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
