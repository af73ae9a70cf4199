import FootlightPlatform

extension PostingLists {
  /// Where a word is found that stands beside a shorter list of `lead` postings: in a list, in a table of all that
  /// a wide prefix adds, or in the documents themselves.
  func source(
    _ word: Int, beside lead: Int, onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) -> WordSource {
    let planned = query.plan.words[word]
    let atom = planned.atoms.lowerBound
    guard lead < .max, planned.atoms.count == 1, case .range(let range) = query.atoms[atom] else {
      return .cursor(try list(word, onlyNames: onlyNames, statistics))
    }
    let stored = query.stored
    let names = onlyNames || query.plan.atoms[atom].onlyNames
    let postings = names ? range.inNames : range.documents
    let weight = query.weight(atom, statistics)
    let key = PrefixTableKey(atom: atom, inNames: names)
    let looks = query.scratch.looks[key] ?? PrefixLooks()
    query.scratch.looks[key] = looks
    let probe = PrefixProbe(stored, range, onlyNames: names, weight: weight, looks)
    let hasTable = query.scratch.tables[key] != nil
    // It is cheaper to look into a few documents than to read all lists.
    let looksInto =
      range.count > 1
      && lead * PrefixProbe.lookCost(stored) < postings + range.count * PostingCost.list
    if !hasTable, !looksInto, postings <= PostingLists.narrowPrefix || range.count == 1 {
      return .cursor(try union(range, inNames: names, weight: weight))
    }
    // Looks into long fields are dear, and few documents make a small table.
    let isSmall = !names && stored.header.items < query.scratch.share.smallSegment
    // Who scores passes most documents over. Of a very wide one hardly any posting may be worth reading: looks tell how
    // many documents are met.
    let isMet = lead / 8 > probe.lookLimit && postings <= query.scratch.share.mostUnited
    if hasTable || !looksInto && (isSmall || isMet) {
      probe.table = try table(key, range)
    } else {
      probe.makeTable = { () throws(Failure) in try self.table(key, range) }
    }
    return .probe(probe)
  }

  /// A prefix with so few postings is sorted rather than looked for.
  private static let narrowPrefix = 2_048

  /// The documents of all terms of a range, each with the highest impact.
  func union(_ range: TermRange, inNames: Bool, weight: Int) throws(Failure) -> ListCursor {
    let stored = query.stored
    if range.count == 1 {
      var only: TermEntry?
      try stored.forEachTerm(in: range) { entry in
        only = entry
        return false
      }
      guard let only else { return .empty }
      return try ListCursor(stored, only, inNames: inNames, weight: weight)
    }
    return .inMemory(MemoryListCursor(try postings(range, inNames: inNames), weight: weight))
  }

  /// The documents of all terms of a range, read once for all tiers and for counting.
  private func postings(_ range: TermRange, inNames: Bool) throws(Failure) -> PrefixPostings {
    let key = PrefixPostingsKey(
      low: range.low.number, high: range.high.number, inNames: inNames)
    if let read = query.scratch.postings[key] { return read }
    let read = try readPostings(range, inNames: inNames)
    query.scratch.postings[key] = read
    return read
  }

  private func readPostings(_ range: TermRange, inNames: Bool) throws(Failure) -> PrefixPostings {
    let count = inNames ? range.inNames : range.documents
    guard count <= query.stored.header.items / PostingLists.sortedShare else {
      let table = try byteTable(range, inNames: inNames)
      defer { query.scratch.buffers.impacts = table.clear() }
      return table.postings(most: min(count, query.stored.header.items))
    }
    return try sortedPostings(range, inNames: inNames)
  }

  /// A prefix with fewer postings than this part of the items is sorted to be walked, and with fewer than that part to be
  /// looked up, instead of a byte for each document.
  private static let sortedShare = 64
  private static let lookedUpShare = 256

  private func sortedPostings(
    _ range: TermRange, inNames: Bool
  ) throws(Failure) -> PrefixPostings {
    // A local array: a closure that reaches into an object asks for access at every posting.
    var pairs: [UInt64] = []
    swap(&pairs, &query.scratch.buffers.pairs)
    defer { swap(&pairs, &query.scratch.buffers.pairs) }
    pairs.removeAll(keepingCapacity: true)
    try forEachPosting(range, inNames: inNames) { document, impact in
      pairs.append(UInt64(document) << 8 | UInt64(impact))
      return true
    }
    RadixSort.sort(&pairs, &query.scratch.buffers.spare) { $0 >> 8 }
    let read = PrefixPostings(capacity: pairs.count)
    for pair in pairs {
      read.append(UInt32(truncatingIfNeeded: pair >> 8), UInt32(UInt8(truncatingIfNeeded: pair)))
    }
    return read
  }

  /// The part of a prefix in each document's score, read once for all tiers and for counting.
  private func table(
    _ key: PrefixTableKey, _ range: TermRange
  ) throws(Failure) -> ContributionTable {
    if let made = query.scratch.tables[key] { return made }
    let count = key.inNames ? range.inNames : range.documents
    let isWide = count > query.stored.header.items / PostingLists.lookedUpShare
    let made =
      try isWide
      ? byteTable(range, inNames: key.inNames)
      : ContributionTable(postings(range, inNames: key.inNames))
    query.scratch.tables[key] = made
    return made
  }

  private func byteTable(
    _ range: TermRange, inNames: Bool
  ) throws(Failure) -> ContributionTable {
    var impacts =
      query.scratch.buffers.impacts.take() ?? SparseZeros(count: query.stored.header.items)
    try forEachPosting(range, inNames: inNames) { document, impact in
      let index = Int(document)
      if impacts[index] < impact { impacts.write(impact, at: index) }
      return true
    }
    return ContributionTable(impacts: impacts)
  }

  /// Calls `body` with the documents and impacts (without the bit for names) of every list of a
  /// range, until it says that it needs no more of this list.
  func forEachPosting(
    _ range: TermRange, inNames: Bool, _ body: (UInt32, UInt8) -> Bool
  ) throws(Failure) {
    let stored = query.stored
    let bounds = query.plan.request.bounds
    var pace = SearchPace(query.plan.request)
    var failure: Failure?
    var reader = PostingStreamReader(stored)
    try stored.forEachTerm(in: range) { entry in
      guard (inNames ? entry.inNames : entry.documents) > 0 else { return true }
      do throws(Failure) {
        try pace.step()
        if entry.documents < PostingBlock.size {
          try reader.forEachShort(entry, inNames: inNames, body)
        } else {
          let list = try ListCursor(stored, entry, inNames: inNames, weight: 1)
          var passed = 0
          while list.document != .max,
            body(list.document, UInt8(truncatingIfNeeded: list.contribution))
          {
            if passed & 0xFFFF == 0 { try bounds?.check() }
            passed &+= 1
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
