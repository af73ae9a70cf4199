import DeclaredRecords
import FootlightPlatform
import TextAnalysis

/// The texts of an item: some are analysed, then all their words are looked up, then they are counted.
///
/// Nearly every look-up waits for memory; word by word each would wait alone.
extension Run {
  /// The mark between the terms of two keywords, so that no phrase runs over the end of one.
  static let separator = UInt32.max
  /// How many words are looked up side by side: what was fetched for them must stay in the nearest cache.
  private static let abreast = 64
  /// So many bytes of tokens are enough to begin to count, however many texts an item has.
  private static let manyBytes = 1 << 20

  /// A text of the item at hand, analysed: where its tokens are.
  struct AnalysedText: Sendable {
    enum Field: Sendable { case title, alias, keyword, description, body }

    var field: Field
    /// Its tokens in the form of fields.
    var tokens: Range<Int>
    /// Those of a name in the form of names, where that is another one.
    var nameTokens: Range<Int>?
  }

  /// How many tokens the fields of the item at hand have.
  struct TextLengths {
    var title = 0
    var keywords = 0
    var description = 0
    var body = 0
    /// The number of the next name, twice: its two forms are counted apart.
    fileprivate var instance: UInt32 = 0
  }

  /// Whether more texts can be analysed before they are counted.
  var canWait: Bool {
    tokens.tokens.count < manyTokens && tokens.bytes.count < Run.manyBytes
  }

  /// Whether more aliases can: an item with too many names is found out before anything after them
  /// is looked at.
  var canWaitForNames: Bool { canWait && names.ends.count + texts.count <= Run.mostNames }

  /// Analyses a text; of the title, also makes the sort key.
  mutating func analyse(
    _ bytes: borrowing ByteArena, _ range: ByteRange, _ field: AnalysedText.Field,
    _ analyzer: Analyzer
  ) {
    let start = tokens.tokens.count
    analyzer.analyze(bytes, range, as: .field, into: &tokens)
    if field == .title {
      sortKey.removeAll()
      analyzer.appendSortKey(of: tokens, from: start, into: &sortKey)
    }
    let end = tokens.tokens.count
    var text = AnalysedText(field: field, tokens: start..<end)
    if tokens.nameDiffers, field == .title || field == .alias {
      analyzer.analyze(bytes, range, as: .name, into: &tokens)
      text.nameTokens = end..<tokens.tokens.count
    }
    texts.append(text)
  }

  /// Looks all words of the texts up and counts them; then there are no texts.
  ///
  /// - Returns: false when the item has too many names.
  mutating func countTexts(_ analyzer: Analyzer, _ lengths: inout TextLengths) -> Bool {
    lookUp()
    for index in texts.indices {
      let text = texts[index]
      switch text.field {
      case .title, .alias:
        let length = countName(text, analyzer, instance: lengths.instance)
        if text.field == .title { lengths.title = length }
        lengths.instance += 2
        guard names.ends.count <= Run.mostNames else { return false }
      case .keyword: lengths.keywords += countKeyword(text, analyzer)
      case .description: lengths.description = countLong(text, analyzer, isBody: false)
      case .body: lengths.body = countLong(text, analyzer, isBody: true)
      }
    }
    texts.removeAll(keepingCapacity: true)
    tokens.removeAll()
    return true
  }

  /// Finds the term of each token, in two steps for some at a time (``TermTable/probe(_:_:)``).
  private mutating func lookUp() {
    tokenTerms.removeAll()
    let count = tokens.tokens.count
    var start = 0
    while start < count {
      let end = min(count, start &+ Run.abreast)
      probes.removeAll()
      for index in start..<end {
        probes.append(terms.probe(tokens.bytes, tokens.tokens[index].text))
      }
      for index in start..<end {
        tokenTerms.append(
          terms.intern(probes[index &- start], tokens.bytes, tokens.tokens[index].text))
      }
      start = end
    }
  }

  /// The place of a term in the tally of the item at hand.
  @inline(__always)
  mutating func entry(_ term: UInt32) -> Int {
    let place = terms.place(of: term, in: analysed, orAt: tally.count)
    if place == tally.count { tally.append(Tally(term: term)) }
    return place
  }

  /// Counts the tokens of a title (instance 0) or an alias and keeps its name form.
  ///
  /// A token that occurs only in the name form counts as often as it does there.
  private mutating func countName(_ text: AnalysedText, _ analyzer: Analyzer, instance: UInt32)
    -> Int
  {
    var length = 0
    let differs = text.nameTokens != nil
    for index in text.tokens {
      let term = tokenTerms[index]
      count(entry(term), instance: instance)
      if let stem = stemEntry(term, analyzer) { count(stem, instance: instance) }
      let isDerived = tokens.tokens[index].traits.contains(.derived)
      if !isDerived { length += 1 }
      if differs || isDerived { nameExtra.append(term) } else { names.terms.append(term) }
    }
    for index in text.nameTokens ?? 0..<0 {
      let term = tokenTerms[index]
      countInNameForm(entry(term), instance: instance)
      if let stem = stemEntry(term, analyzer) { countInNameForm(stem, instance: instance) }
      names.terms.append(term)
    }
    _ = names.endName()
    return length
  }

  private mutating func countInNameForm(_ place: Int, instance: UInt32) {
    if tally[place].instance != instance || tally[place].running == 0 {
      count(place, instance: instance + 1)
    }
  }

  private mutating func count(_ place: Int, instance: UInt32) {
    var entry = tally[place]
    if entry.instance != instance {
      entry.instance = instance
      entry.running = 0
    }
    entry.running += 1
    if instance < 2 {
      entry.counts.title = entry.running
    } else if entry.running > entry.counts.alias {
      entry.counts.alias = entry.running
    }
    tally[place] = entry
  }

  private mutating func countKeyword(_ text: AnalysedText, _ analyzer: Analyzer) -> Int {
    var length = 0
    let isFirst = keywordTerms.isEmpty
    for index in text.tokens {
      let term = tokenTerms[index]
      tally[entry(term)].counts.keywords += 1
      if let stem = stemEntry(term, analyzer) { tally[stem].counts.keywords += 1 }
      if tokens.tokens[index].traits.contains(.derived) {
        keywordExtra.append(term)
      } else {
        if length == 0, !isFirst { keywordTerms.append(Run.separator) }
        keywordTerms.append(term)
        length += 1
      }
    }
    return length
  }

  private mutating func countLong(_ text: AnalysedText, _ analyzer: Analyzer, isBody: Bool) -> Int {
    var length = 0
    for index in text.tokens {
      let traits = tokens.tokens[index].traits
      let term = tokenTerms[index]
      let isDerived = traits.contains(.derived)
      if isDerived {
        longExtra.append(term)
      } else if isBody {
        bodyTerms.append(term)
      } else {
        descriptionTerms.append(term)
      }
      // Stop words keep their place in the sequence but get no postings.
      guard !traits.contains(.stopWord) else { continue }
      let place = entry(term)
      if isBody { tally[place].counts.body += 1 } else { tally[place].counts.description += 1 }
      if let stem = stemEntry(term, analyzer) {
        if isBody { tally[stem].counts.body += 1 } else { tally[stem].counts.description += 1 }
      }
      if !isDerived { length += 1 }
    }
    return length
  }
}
