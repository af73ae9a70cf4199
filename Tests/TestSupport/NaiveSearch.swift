import SearchEngine
import TextAnalysis

/// One query over naive indexes.
struct NaiveSearch {
  /// A hit with what orders it.
  struct Entry {
    var index: Int
    var document: NaiveDocument
    var tier: Int
    var score: Int
    /// In tier 5: the number of typos, and the tier that the meant words would have.
    var typos = 0
    var meantTier = 0
    /// In tiers 1 and 2: whether its names hold the query's symbols.
    var isSymbolic = false
    /// In tier 1: whether the query is the whole title.
    var isTitled = false
    /// How much it is used, how strongly it was picked, whether it is in its window.
    var activity = 0
    var picked = 0
    var isInWindow = false
    /// How many items it stands for.
    var items = 1
    /// Whether it lacks words, though it stands in tier 4, and whether it does so by its score alone.
    var isPartial = false
    var isPassing = false

    /// Names decide without a score.
    var hasScore: Bool { tier > 2 && !(tier == 5 && meantTier < 3) }
  }

  let request: SearchRequest
  let query: Query
  let match: MatchMode
  private let now: Int64
  private let hidesPrivate: Bool
  private let activity: [String: [PreferredItems.Item]]
  private let picks: [PickedItem]
  let indexes: [NaiveIndex]
  /// All items that count.
  let documents: [NaiveDocument]
  let words: [NaiveWord]
  /// The word with which the query ends as a complete one, where it may be that or a beginning.
  let completed: NaiveWord?
  /// Numbers in all their writings.
  private let numbers: [Term: NaiveWord]
  /// Words by their pairs of characters.
  let pairs: [Term: [NaiveWord]]
  private let conditions: NaiveConditions
  let expression: NaiveExpression?
  private let findsEverything: Bool

  init(_ request: SearchRequest, _ indexes: [NaiveIndex]) {
    self.request = request
    query = request.query
    match = request.match
    now = request.now
    hidesPrivate = request.hidesPrivate
    activity = request.preferred?.items ?? [:]
    picks = request.picked
    self.indexes = indexes
    let isBeside = query.words.count > 1
    // Items that the reader may not see count nowhere: neither in frequencies nor among the words.
    let documents = indexes.flatMap(\.documents).filter { document in
      !request.hidesPrivate
        || !document.item.attributes.contains { $0.name == "(private)" }
    }
    self.documents = documents
    conditions = NaiveConditions(request, documents)
    expression = request.query.expression.map { NaiveExpression($0, documents) }
    findsEverything =
      query.words.isEmpty && query.expression == nil
      && (request.findsAll || !(query.conditions + request.conditions).isEmpty)
    let everyPrefix = match == .all
    words = query.words.map { word in
      let mayExtend =
        everyPrefix && word.inside == nil && !word.isSymbol && !word.traits.contains(.unspaced)
      return NaiveWord(
        QueryWord(
          text: word.text, isPrefix: word.isPrefix || mayExtend, isOpen: word.isOpen,
          isClose: word.isClose,
          traits: word.traits,
          run: word.run, inside: word.inside),
        documents, isBeside: isBeside)
    }
    var pairs: [Term: [NaiveWord]] = [:]
    for word in query.words where match == .tiers && !word.pairs.isEmpty {
      pairs[word.text] = word.pairs.map { pair in
        NaiveWord(QueryWord(text: pair, isPrefix: false), documents, isLiteral: true)
      }
    }
    self.pairs = pairs
    var numbers: [Term: NaiveWord] = [:]
    for word in query.words
    where match == .tiers && (!word.isPrefix || word.isOpen)
      && NaiveNumeral.writings(of: word.text).count > 1
    {
      numbers[word.text] = NaiveWord(
        QueryWord(text: word.text, isPrefix: false, traits: word.traits), documents,
        takesNumerals: true)
    }
    self.numbers = numbers
    if match == .tiers, let open = query.words.first(where: \.isOpen),
      isBeside || !open.looksAtNamesAlone
    {
      completed = NaiveWord(
        QueryWord(text: open.text, isPrefix: false, traits: open.traits), documents)
    } else {
      completed = nil
    }
  }

  /// Some words with that one complete, where it is among them.
  func completing(_ looked: [NaiveWord]) -> [NaiveWord]? {
    guard let completed, looked.contains(where: \.word.isOpen) else { return nil }
    return looked.map { $0.word.isOpen ? completed : $0 }
  }

  /// Some words with the numbers among them in all their writings; nil where none is one.
  private func numbering(_ looked: [NaiveWord]) -> [NaiveWord]? {
    guard match == .tiers, looked.contains(where: { numbers[$0.word.text] != nil }) else {
      return nil
    }
    return looked.map { numbers[$0.word.text] ?? $0 }
  }

  /// Some words, that one complete as soon as some item holds it so.
  func meant(_ looked: [NaiveWord]) -> [NaiveWord] {
    completed.map { $0.holding > 0 } ?? false ? completing(looked) ?? looked : looked
  }

  /// All hits in order.
  func ranked() -> [Entry] {
    var entries: [Entry] = []
    for (index, domain) in indexes.enumerated() {
      for document in domain.documents where isAllowed(document, domain) {
        if let (tier, score) = strict(document, domain) {
          entries.append(
            Entry(
              index: index, document: document, tier: tier, score: score * domain.weight / 1000,
              isSymbolic: tier < 3 && holdsSymbols(document),
              isTitled: tier == 1 && isTitled(document)))
        }
      }
    }
    if match == .tiers, !findsEverything {
      entries = questioned(entries)
      let isFew = entries.count < 10
      if expression == nil, request.sort.isEmpty, request.distinct.isEmpty, !request.isOrdered,
        request.perDomain == nil
      {
        entries += passing(beside: entries)
      }
      if isFew, expression == nil { entries += respelled(beside: entries) }
      entries += close(beside: entries, isFew: isFew)
      if isFew, entries.count(where: { !$0.isPassing }) < 10 {
        if expression == nil {
          entries += standing(beside: entries)
          entries += partly(beside: entries)
        } else {
          for relaxation in Relaxation.allCases where entries.count < 10 {
            entries += relaxed(relaxation, beside: entries)
          }
        }
      }
    }
    return entries.map(preferred).sorted(by: precedes)
  }

  /// An entry with what its person's use makes of it.
  private func preferred(_ entry: Entry) -> Entry {
    var entry = entry
    let domain = indexes[entry.index].domain
    let id = Term(entry.document.item.id.utf8)
    entry.activity =
      activity[domain]?.first { Term($0.id.utf8) == id }?.activity ?? 0
    entry.picked =
      picks.filter { $0.domain == domain && Term($0.id.utf8) == id }.map(\.level).max() ?? 0
    let from = date("(from)", entry.document.item)
    let to = date("(to)", entry.document.item)
    entry.isInWindow =
      (from != nil || to != nil) && (from ?? .min) <= now && now < (to ?? .max)
    if entry.hasScore { entry.score = entry.score * (14 + entry.activity) / 14 }
    return entry
  }

  private func date(_ name: String, _ item: NaiveItem) -> Int64? {
    guard case .date(let seconds)? = item.attributes.first(where: { $0.name == name })?.value else {
      return nil
    }
    return seconds
  }

  func isAllowed(_ document: NaiveDocument, _ domain: NaiveIndex) -> Bool {
    if let expires = document.item.expires, expires <= now { return false }
    if hidesPrivate, document.item.attributes.contains(where: { $0.name == "(private)" }) {
      return false
    }
    return conditions.hold(document, domain)
  }

  /// The words beside which symbols do not count, and those that say something.
  func lookedAt(_ domain: NaiveIndex) -> (named: [NaiveWord], found: [NaiveWord]) {
    let spoken = words.filter { !$0.word.isSymbol }
    let named = spoken.isEmpty ? words : spoken
    let telling = named.filter { !domain.analyzer.isStopWord($0.word.text) }
    return (named, telling.isEmpty ? named : telling)
  }

  /// The tiers 1 to 4, or what the match mode has instead of 3 and 4.
  func strict(_ document: NaiveDocument, _ domain: NaiveIndex) -> (Int, Int)? {
    if findsEverything { return (4, 0) }
    if let expression { return expression.strict(document, domain, match) }
    let (named, found) = lookedAt(domain)
    if match == .none {
      guard !words.isEmpty else { return nil }
      let isAbsent = named.allSatisfy { $0.contribution(document, onlyNames: false) == nil }
      return isAbsent ? (4, 0) : nil
    }
    if let tier = nameTier(document) { return (tier, 0) }
    guard !words.isEmpty else { return nil }
    if match == .any {
      let parts = found.compactMap { $0.contribution(document, onlyNames: false) }
      return parts.isEmpty ? nil : (4, parts.reduce(0, +))
    }
    for (tier, looked) in [(3, named), (4, found)] {
      let ways = [tier == 3 ? numbering(looked) : nil, completing(looked), looked]
      for way in ways.compactMap(\.self) {
        let parts = way.compactMap { $0.contribution(document, onlyNames: tier == 3) }
        if parts.count == way.count { return (tier, parts.reduce(0, +)) }
      }
    }
    return nil
  }

  /// Whether the names of an item hold all symbols of the query, where these are rare.
  private func holdsSymbols(_ document: NaiveDocument) -> Bool {
    let symbols = words.filter(\.word.isSymbol)
    return expression == nil && !symbols.isEmpty && symbols.count < words.count
      && symbols.allSatisfy {
        $0.holding <= 1_024 && $0.contribution(document, onlyNames: true) != nil
      } && query.name != nil && nameTierByName(document) != nil
  }

  /// Whether the query is the whole title, or the id.
  private func isTitled(_ document: NaiveDocument) -> Bool {
    document.names.first == query.name?.tokens
      || !query.identifier.isEmpty
        && Term(document.item.id.utf8) == Term(query.identifier.utf8)
  }

  func nameTier(_ document: NaiveDocument) -> Int? {
    if !query.identifier.isEmpty, Term(document.item.id.utf8) == Term(query.identifier.utf8) {
      return 1
    }
    return nameTierByName(document)
  }

  private func nameTierByName(_ document: NaiveDocument) -> Int? {
    guard let name = query.name, let last = name.tokens.last else { return nil }
    if document.names.contains(name.tokens) { return 1 }
    let begins = document.names.contains { title in
      guard title.count >= name.tokens.count, title.starts(with: name.tokens.dropLast()) else {
        return false
      }
      let final = title[name.tokens.count - 1]
      return name.lastIsComplete ? final == last : final.starts(with: last)
    }
    return begins ? 2 : nil
  }

  /// Tier 5: all words, some of them with typos.
  ///
  /// Where enough is found without, only words count that
  /// ask for it.
  private func close(beside strict: [Entry], isFew: Bool) -> [Entry] {
    var entries: [Entry] = []
    for (index, domain) in indexes.enumerated() {
      let taken = Set(strict.filter { $0.index == index }.map { Term($0.document.item.id.utf8) })
      let (named, found) = lookedAt(domain)
      for document in domain.documents where isAllowed(document, domain) {
        if taken.contains(Term(document.item.id.utf8)) { continue }
        var best: Entry?
        if expression == nil, let (typos, tier) = closeName(document, isFew: isFew) {
          best = Entry(
            index: index, document: document, tier: 5, score: 0, typos: typos, meantTier: tier)
        }
        for (tier, looked) in [(3, named), (4, found)] {
          guard
            let (typos, score) = expression == nil
              ? close(looked, document, onlyNames: tier == 3, isFew: isFew)
              : expression?.close(document, domain, onlyNames: tier == 3, isFew: isFew), typos > 0
          else { continue }
          let entry = Entry(
            index: index, document: document, tier: 5, score: score * domain.weight / 1000,
            typos: typos, meantTier: tier)
          if best.map({ precedes(entry, $0) }) ?? true { best = entry }
        }
        if let best { entries.append(best) }
      }
    }
    return entries
  }

  private func close(
    _ words: [NaiveWord], _ document: NaiveDocument, onlyNames: Bool, isFew: Bool
  ) -> (typos: Int, score: Int)? {
    guard !words.isEmpty else { return nil }
    var sum = (typos: 0, score: 0)
    for word in words {
      guard
        let way = isFew || word.word.isClose
          ? word.close(document, onlyNames: onlyNames)
          : word.contribution(document, onlyNames: onlyNames).map({ (typos: 0, score: $0) })
      else { return nil }
      sum.typos = naiveSum(sum.typos, way.typos)
      sum.score += way.score
    }
    return sum
  }

  /// The fewest typos with which one of an item's names is the query (1) or begins with it (2).
  private func closeName(_ document: NaiveDocument, isFew: Bool) -> (typos: Int, tier: Int)? {
    guard let name = query.name else { return nil }
    let allowed = words.filter { isFew || $0.word.isClose }
    var best: (typos: Int, tier: Int)?
    for title in document.names where title.count >= name.tokens.count {
      var sum: Int? = 0
      var isExact = title.count == name.tokens.count
      for (place, token) in name.tokens.enumerated() {
        if title[place] == token { continue }
        let isOpen = place == name.tokens.count - 1 && !name.lastIsComplete
        if isOpen, title[place].starts(with: token) {
          isExact = false
          continue
        }
        let typos = allowed.filter { $0.word.text == token }.compactMap { word in
          word.typos.levels.firstIndex { $0.terms.contains(title[place]) }
        }.min()
        sum = typos.flatMap { typos in sum.map { naiveSum($0, typos + 1) } }
      }
      guard let sum, sum > 0 else { continue }
      let found = (typos: sum, tier: isExact ? 1 : 2)
      if best.map({ found < $0 }) ?? true { best = found }
    }
    return best
  }

  /// Tier 6: some of the words, at least one of the rarer half.
  func partly(beside strict: [Entry], standing: (Int) -> Int = { $0 }) -> [Entry] {
    var entries: [Entry] = []
    for (index, domain) in indexes.enumerated() {
      let whole = meant(lookedAt(domain).found)
      let found = whole.flatMap { pairs[$0.word.text] ?? [$0] }
      let isParted = whole.contains { pairs[$0.word.text] != nil }
      let held = found.filter { $0.holding > 0 }
      guard found.count > 1 || isParted, !held.isEmpty else { continue }
      let least = isParted ? (held.reduce(0) { $0 + $1.tells } + 1) / 2 : 0
      let order = held.indices.sorted {
        (held[$0].holding, $0) < (held[$1].holding, $1)
      }
      let rarer = order.prefix((held.count + 1) / 2).map { held[$0] }
      let taken = Set(strict.filter { $0.index == index }.map { Term($0.document.item.id.utf8) })
      for document in domain.documents
      where isAllowed(document, domain) && !taken.contains(Term(document.item.id.utf8)) {
        guard rarer.contains(where: { $0.contribution(document, onlyNames: false) != nil }) else {
          continue
        }
        let there = held.filter { $0.contribution(document, onlyNames: false) != nil }
        guard there.reduce(0, { $0 + $1.tells }) >= least else { continue }
        let score = there.compactMap { $0.contribution(document, onlyNames: false) }.reduce(0, +)
        entries.append(
          Entry(
            index: index, document: document, tier: 6,
            score: standing(score) * domain.weight / 1000))
      }
    }
    return entries
  }

  /// The entries as they stand in the index.
  func inIndexOrder(_ entries: [Entry]) -> [Entry] { entries.sorted { precedesInIndex($0, $1) } }

  private func precedesInIndex(_ a: Entry, _ b: Entry) -> Bool {
    precedes(
      Entry(index: a.index, document: a.document, tier: 0, score: 0),
      Entry(index: b.index, document: b.document, tier: 0, score: 0))
  }

  /// The total order: tier, score, rank, title, domain, id.
  func precedes(_ a: Entry, _ b: Entry) -> Bool {
    if a.tier != b.tier { return a.tier < b.tier }
    if a.picked != b.picked { return a.picked > b.picked }
    if a.typos != b.typos { return a.typos < b.typos }
    if a.meantTier != b.meantTier { return a.meantTier < b.meantTier }
    if a.score != b.score { return a.score > b.score }
    if a.isSymbolic != b.isSymbolic { return a.isSymbolic }
    if a.isTitled != b.isTitled { return a.isTitled }
    if !a.hasScore, a.activity != b.activity { return a.activity > b.activity }
    if a.isInWindow != b.isInWindow { return a.isInWindow }
    if a.document.item.rank != b.document.item.rank {
      return a.document.item.rank > b.document.item.rank
    }
    if a.document.sortKey != b.document.sortKey {
      return a.document.sortKey.lexicographicallyPrecedes(b.document.sortKey)
    }
    if a.index != b.index { return indexes[a.index].domain < indexes[b.index].domain }
    return a.document.item.id.utf8.lexicographicallyPrecedes(b.document.item.id.utf8)
  }
}
