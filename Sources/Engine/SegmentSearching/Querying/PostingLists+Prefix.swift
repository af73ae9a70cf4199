import FootlightPlatform
import SegmentFiles

extension PostingLists {
  /// Where a word is found that stands beside a shorter list of `lead` postings: in a list, in a table of all that
  /// a wide prefix adds, or in the documents themselves.
  func source(
    _ word: Int, beside lead: Int, onlyNames: Bool, _ statistics: Statistics,
    for purpose: WordPurpose
  ) throws(Failure) -> WordSource {
    let planned = query.plan.words[word]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, case .range(let range) = query.atoms[atom] else {
      return .cursor(try list(word, onlyNames: onlyNames, statistics))
    }
    let stored = query.stored
    let names = onlyNames || query.plan.atoms[atom].onlyNames
    let postings = names ? range.inNames : range.documents
    let weight = query.weight(atom, statistics)
    let key = PrefixTableKey(atom: atom, inNames: names)
    let looks = query.scratch.looks[key] ?? PrefixLooks()
    query.scratch.looks[key] = looks
    let probe = PrefixProbe(
      stored, range, onlyNames: names, weight: weight, looks,
      mostCounted: query.scratch.share.mostCounted)
    let hasTable =
      query.scratch.tables[key] != nil
      || purpose != .score && postings <= query.scratch.share.mostUnited && probe.isWorthTable
    if !hasTable, looksInto(lead, range, postings: postings, for: purpose) {
      // Long documents may make the looks dearer than they seemed.
      probe.makesPartial =
        purpose == .boundedCount
        && postings + range.count * PostingCost.list > query.scratch.share.mostCounted
      let made = PrefixTableKey(atom: atom, inNames: names, isPartial: probe.makesPartial)
      probe.makeTable = { () throws(Failure) in try self.table(made, range) }
      return .probe(probe)
    }
    if !hasTable, postings <= PostingLists.narrowPrefix || range.count == 1 {
      return .cursor(try union(range, inNames: names, weight: weight))
    }
    // Looks into long fields are dear, and few documents make a small table.
    let isSmall = !names && stored.header.items < query.scratch.share.smallSegment
    // Who scores passes most documents over; who counts visits all.
    let visits = purpose == .score ? lead / 8 : lead
    // Of a very wide one hardly any posting may be worth reading: looks tell how many documents are met.
    let isWide = purpose == .score && postings > query.scratch.share.mostUnited
    if purpose == .boundedCount, !hasTable {
      let partial = PrefixTableKey(atom: atom, inNames: names, isPartial: true)
      probe.table = try table(partial, range)
      probe.isPartial = true
    } else if hasTable || isSmall || visits > probe.lookLimit && !isWide {
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
    var cost = postings + range.count * PostingCost.list
    // As much as may be read to count: then the count is exact.
    if purpose == .boundedCount { cost = min(cost, query.scratch.share.mostLed) }
    return documents * PrefixProbe.lookCost(query.stored) < cost
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

  /// - Parameter limit: how many postings are read at most; opening a list counts as some.
  private func sortedPostings(
    _ range: TermRange, inNames: Bool, limit: Int = .max
  ) throws(Failure) -> PrefixPostings {
    // A local array: a closure that reaches into an object asks for access at every posting.
    var pairs: [UInt64] = []
    swap(&pairs, &query.scratch.buffers.pairs)
    defer { swap(&pairs, &query.scratch.buffers.pairs) }
    pairs.removeAll(keepingCapacity: true)
    try forEachPosting(range, inNames: inNames, costing: limit) { document, impact in
      pairs.append(UInt64(document) << 8 | UInt64(impact))
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
    let limit = key.isPartial ? query.scratch.share.sample : .max
    let count = key.inNames ? range.inNames : range.documents
    let made: ContributionTable
    if min(count, limit) > query.stored.header.items / PostingLists.lookedUpShare {
      made = try byteTable(range, inNames: key.inNames, limit: limit)
    } else if key.isPartial {
      made = ContributionTable(
        try sortedPostings(range, inNames: key.inNames, limit: limit))
    } else {
      made = ContributionTable(try postings(range, inNames: key.inNames))
    }
    query.scratch.tables[key] = made
    return made
  }

  /// - Parameter limit: how many postings are read at most; opening a list counts as some.
  private func byteTable(
    _ range: TermRange, inNames: Bool, limit: Int = .max
  ) throws(Failure) -> ContributionTable {
    var impacts =
      query.scratch.buffers.impacts.take() ?? SparseZeros(count: query.stored.header.items)
    try forEachPosting(range, inNames: inNames, costing: limit) { document, impact in
      let index = Int(document)
      if impacts[index] < impact { impacts.write(impact, at: index) }
    }
    return ContributionTable(impacts: impacts)
  }

  /// Calls `body` with the postings of a range as long as they cost no more than a limit.
  @inline(__always)
  private func forEachPosting(
    _ range: TermRange, inNames: Bool, costing limit: Int, _ body: (UInt32, UInt8) -> Void
  ) throws(Failure) {
    var left = limit
    try forEachPosting(
      range, inNames: inNames,
      while: {
        left -= PostingCost.list
        return left > 0
      }
    ) { document, impact in
      left &-= 1
      body(document, impact)
      // Past the limit no list is opened, and the one at hand is read on for a while.
      return left > -PostingCost.mostCounted
    }
  }

  /// Calls `body` with the documents and impacts (without the bit for names) of every list of a
  /// range, until it says that it needs no more of this list.
  ///
  /// `goesOn` is asked before each list.
  func forEachPosting(
    _ range: TermRange, inNames: Bool, while goesOn: () -> Bool = { true },
    _ body: (UInt32, UInt8) -> Bool
  ) throws(Failure) {
    let stored = query.stored
    let bounds = query.plan.request.bounds
    var pace = SearchPace(query.plan.request)
    var failure: Failure?
    var reader = PostingStreamReader(stored)
    try stored.forEachTerm(in: range) { entry in
      guard goesOn() else { return false }
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
