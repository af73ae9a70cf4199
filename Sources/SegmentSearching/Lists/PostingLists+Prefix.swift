import SegmentFiles
package import FootlightDiagnostics
import FootlightPlatform

extension SegmentSearch {
  /// How many postings a word has here: of a run, those of its rarest bigram.
  func size(_ word: Int, onlyNames: Bool) -> Int {
    plan.words[word].atoms.reduce(Int.max) { least, atom in
      min(least, atoms[atom].holding(onlyNames: onlyNames || plan.atoms[atom].onlyNames))
    }
  }

  /// Whether all documents that hold one of some words, or one that may be meant by it, hold it in names.
  func areInNames(_ words: [Int]) -> Bool {
    words.allSatisfy { word in
      ([word] + (plan.meant[word] ?? []).joined()).allSatisfy { place in
        let planned = plan.words[place]
        // Neighbours of a run may be neighbours in a text alone.
        return planned.atoms.count == 1 && planned.sequence.isEmpty
          && size(place, onlyNames: true) == size(place, onlyNames: false)
      }
    }
  }

  /// What reading all of a word's lists costs, in postings.
  func cost(_ word: Int, onlyNames: Bool) -> Int {
    var cost = size(word, onlyNames: onlyNames)
    for atom in plan.words[word].atoms {
      if case .range(let range) = atoms[atom], range.count > 1 {
        cost += range.count * SegmentSearch.listCost
      }
    }
    return cost
  }

  /// The terms of a word that is a prefix, and whether it looks at names alone.
  func prefix(_ word: Int, onlyNames: Bool) -> (range: TermRange, inNames: Bool)? {
    let planned = plan.words[word]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, planned.sequence.isEmpty, case .range(let range) = atoms[atom]
    else { return nil }
    return (range, onlyNames || plan.atoms[atom].onlyNames)
  }

  /// The list of a word that will be walked.
  package func walked(_ word: Int, onlyNames: Bool, _ statistics: Statistics) throws(Failure)
    -> ListCursor
  {
    let planned = plan.words[word]
    if planned.atoms.count > 1 || !planned.sequence.isEmpty {
      return try runList(planned, onlyNames: onlyNames, statistics)
    }
    let atom = planned.atoms.lowerBound
    let names = onlyNames || plan.atoms[atom].onlyNames
    switch atoms[atom] {
    case .none:
      return ListCursor(documents: [], contributions: [])
    case .term(let entry):
      return try ListCursor(
        generation, entry, inNames: names, weight: weight(atom, statistics))
    case .range(let range):
      return try united(range, inNames: names, weight: weight(atom, statistics))
    case .group(let entries):
      return try united(entries, inNames: names, weight: weight(atom, statistics))
    }
  }

  /// The documents of some terms, each with the highest impact.
  func united(
    _ entries: [TermEntry], inNames: Bool, weight: Int
  ) throws(Failure) -> ListCursor {
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    var lists: [ListCursor] = []
    for entry in entries {
      lists.append(try ListCursor(generation, entry, inNames: inNames, weight: weight))
    }
    var pace = SearchPace(plan.request)
    while true {
      try pace.step()
      var document = UInt32.max
      for list in lists { document = min(document, list.document) }
      guard document != .max else { break }
      var highest = 0
      for list in lists where list.document == document {
        highest = max(highest, list.contribution)
        try list.advance()
      }
      documents.append(document)
      contributions.append(UInt32(truncatingIfNeeded: highest))
    }
    return ListCursor(documents: documents, contributions: contributions)
  }

  /// The list of a word that stands beside a shorter one of `lead` postings.
  func beside(
    _ word: Int, lead: Int, onlyNames: Bool, _ statistics: Statistics, for purpose: WordPurpose
  ) throws(Failure) -> WordList {
    let planned = plan.words[word]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, case .range(let range) = atoms[atom] else {
      return .cursor(try walked(word, onlyNames: onlyNames, statistics))
    }
    let names = onlyNames || plan.atoms[atom].onlyNames
    let postings = names ? range.inNames : range.documents
    let weight = weight(atom, statistics)
    let key = PrefixTableKey(atom: atom, inNames: names)
    let looks = self.looks[key] ?? PrefixLooks()
    self.looks[key] = looks
    let probe = PrefixProbe(generation, range, onlyNames: names, weight: weight, looks)
    if tables[key] == nil, looksInto(lead, range, postings: postings, for: purpose) {
      // Long documents may make the looks dearer than they seemed.
      probe.makesPartial =
        purpose == .boundedCount
        && postings + range.count * SegmentSearch.listCost > SegmentSearch.countLimit
      let made = PrefixTableKey(atom: atom, inNames: names, isPartial: probe.makesPartial)
      probe.makeTable = { () throws(Failure) in try self.table(made, range) }
      return .probe(probe)
    }
    if tables[key] == nil, postings <= SegmentSearch.narrowPrefix || range.count == 1 {
      return .cursor(try united(range, inNames: names, weight: weight))
    }
    // Looks into long fields are dear, and few documents make a small table.
    let isSmall = !names && generation.header.items < SegmentSearch.smallPart
    // Who scores passes most documents over; who counts visits all.
    let visits = purpose == .score ? lead / 8 : lead
    if purpose == .boundedCount, tables[key] == nil {
      let partial = PrefixTableKey(atom: atom, inNames: names, isPartial: true)
      probe.table = try table(partial, range)
      probe.isPartial = true
    } else if tables[key] != nil || isSmall || visits > probe.lookLimit {
      probe.table = try table(key, range)
    } else {
      probe.makeTable = { () throws(Failure) in try self.table(key, range) }
    }
    return .probe(probe)
  }

  /// Whether it is cheaper to look a prefix up in each of a few documents than to read its lists.
  private func looksInto(
    _ documents: Int, _ range: TermRange, postings: Int, for purpose: WordPurpose
  ) -> Bool {
    guard range.count > 1 else { return false }
    var cost = postings + range.count * SegmentSearch.listCost
    // As much as may be read to count: then the count is exact.
    if purpose == .boundedCount { cost = min(cost, SegmentSearch.countLimit) }
    return documents * PrefixProbe.lookCost(generation) < cost
  }

  /// With fewer documents than these a wide prefix is always made a table.
  private static let smallPart = 1 << 18
  /// A prefix with so few postings is sorted rather than looked for.
  private static let narrowPrefix = 2_048

  /// The documents of all terms of a range, each with the highest impact.
  func united(_ range: TermRange, inNames: Bool, weight: Int) throws(Failure) -> ListCursor {
    if range.count == 1 {
      var only: TermEntry?
      try generation.forEachTerm(in: range) { entry in
        only = entry
        return false
      }
      guard let only else { return ListCursor(documents: [], contributions: []) }
      return try ListCursor(generation, only, inNames: inNames, weight: weight)
    }
    let postings = inNames ? range.inNames : range.documents
    if postings > generation.header.items / 16 {
      let table = try table(range, inNames: inNames)
      defer { buffers.impacts.append(table.clear()) }
      return table.list(weight: weight)
    }
    // A local array: a closure that reaches into an object asks for access at every posting.
    var pairs: [UInt64] = []
    swap(&pairs, &buffers.pairs)
    defer { swap(&pairs, &buffers.pairs) }
    pairs.removeAll(keepingCapacity: true)
    try forEachPosting(range, inNames: inNames) { document, impact in
      pairs.append(UInt64(document) << 8 | UInt64(0x7F - impact))
      return true
    }
    RadixSort.sort(&pairs, &buffers.spare) { $0 }
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    documents.reserveCapacity(pairs.count)
    contributions.reserveCapacity(pairs.count)
    for pair in pairs {
      let document = UInt32(truncatingIfNeeded: pair >> 8)
      if document == documents.last { continue }
      documents.append(document)
      contributions.append(UInt32(0x7F - UInt8(truncatingIfNeeded: pair)) * UInt32(weight))
    }
    return ListCursor(documents: documents, contributions: contributions)
  }

  /// The table of a prefix, made once for all tiers and for counting.
  private func table(_ key: PrefixTableKey, _ range: TermRange) throws(Failure)
    -> ContributionTable
  {
    if let made = tables[key] { return made }
    let limit = key.isPartial ? SegmentSearch.sampleLimit : .max
    let made = try table(range, inNames: key.inNames, limit: limit)
    tables[key] = made
    return made
  }

  /// - Parameter limit: how many postings are read at most; opening a list counts as some.
  private func table(_ range: TermRange, inNames: Bool, limit: Int = .max) throws(Failure)
    -> ContributionTable
  {
    var impacts = buffers.impacts.popLast() ?? []
    if impacts.count != generation.header.items {
      impacts = [UInt8](repeating: 0, count: generation.header.items)
    }
    var left = limit
    try forEachPosting(
      range, inNames: inNames,
      while: {
        left -= SegmentSearch.listCost
        return left > 0
      }
    ) { document, impact in
      left &-= 1
      let index = Int(document)
      if index < impacts.count, impacts[index] < impact { impacts[index] = impact }
      return true
    }
    return ContributionTable(impacts: impacts)
  }

  /// Calls `body` with the documents and impacts (without the bit for names) of every list of a
  /// range, until it says that it needs no more of this list.
  ///
  /// `goesOn` is asked before each list.
  func forEachPosting(
    _ range: TermRange, inNames: Bool, while goesOn: () -> Bool = { true },
    _ body: (UInt32, UInt8) -> Bool
  ) throws(Failure) {
    var pace = SearchPace(plan.request)
    var failure: Failure?
    var reader = PostingStreamReader(generation)
    try generation.forEachTerm(in: range) { entry in
      guard goesOn() else { return false }
      guard (inNames ? entry.inNames : entry.documents) > 0 else { return true }
      do throws(Failure) {
        try pace.step()
        if entry.documents < PostingBlock.size {
          try reader.forEachShort(entry, inNames: inNames, body)
        } else {
          let list = try ListCursor(generation, entry, inNames: inNames, weight: 1)
          try plan.request.bounds?.check()
          while list.document != .max,
            body(list.document, UInt8(truncatingIfNeeded: list.contribution))
          {
            try list.advance()
          }
        }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
