package import FootlightPlatform

/// The posting lists of a query's words in one segment: how long they are, and cursors over them.
package struct PostingLists {
  let query: SegmentQuery

  /// How many postings a word has here: of a run, those of its rarest bigram.
  func size(_ word: Int, onlyNames: Bool) -> Int {
    query.plan.words[word].atoms.reduce(Int.max) { least, atom in
      min(
        least,
        query.atoms[atom].holding(onlyNames: onlyNames || query.plan.atoms[atom].onlyNames))
    }
  }

  /// Whether all documents that hold one of some words, or one of its expansions, hold it in names.
  func areInNames(_ words: [Int]) -> Bool {
    words.allSatisfy { word in
      ([word] + (query.plan.expansions[word] ?? []).joined()).allSatisfy { place in
        let planned = query.plan.words[place]
        // Neighbours of a run may be neighbours in a text alone.
        return planned.atoms.count == 1 && planned.sequence.isEmpty
          && size(place, onlyNames: true) == size(place, onlyNames: false)
      }
    }
  }

  /// The cost of reading all of a word's lists, in postings.
  func cost(_ word: Int, onlyNames: Bool) -> Int {
    var cost = size(word, onlyNames: onlyNames)
    for atom in query.plan.words[word].atoms {
      if case .range(let range) = query.atoms[atom], range.count > 1 {
        cost += range.count * PostingCost.list
      }
      if case .group(let entries) = query.atoms[atom] { cost += entries.count * PostingCost.list }
    }
    return cost
  }

  /// The terms of a word that is a prefix, and whether it looks at names alone.
  func prefix(_ word: Int, onlyNames: Bool) -> (range: TermRange, inNames: Bool)? {
    let planned = query.plan.words[word]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, planned.sequence.isEmpty,
      case .range(let range) = query.atoms[atom]
    else { return nil }
    return (range, onlyNames || query.plan.atoms[atom].onlyNames)
  }

  /// Whether a word is a prefix with so many postings that it does not lead.
  func isWidePrefix(_ word: Int, onlyNames: Bool) -> Bool {
    guard let (range, inNames) = prefix(word, onlyNames: onlyNames), range.count > 1 else {
      return false
    }
    return (inNames ? range.inNames : range.documents) > query.scratch.share.mostLeading
  }

  /// The list of a word as a whole, to be walked.
  package func list(
    _ word: Int, onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) -> ListCursor {
    let planned = query.plan.words[word]
    if planned.atoms.count > 1 || !planned.sequence.isEmpty {
      return try run(planned, onlyNames: onlyNames, statistics)
    }
    let atom = planned.atoms.lowerBound
    let names = onlyNames || query.plan.atoms[atom].onlyNames
    switch query.atoms[atom] {
    case .none:
      return .empty
    case .term(let entry):
      return try ListCursor(
        query.stored, entry, inNames: names, weight: query.weight(atom, statistics))
    case .range(let range):
      return try union(range, inNames: names, weight: query.weight(atom, statistics))
    case .group(let entries):
      return query.plan.atoms[atom].inside == nil
        ? try union(entries, inNames: names, weight: query.weight(atom, statistics))
        : try documents(entries, atom)
    }
  }

  /// The list of a stemmed word as it is, which adds to the score of its stem; nil where there is none.
  func exactList(
    _ word: Int, onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) -> ListCursor? {
    let atom = query.plan.words[word].atoms.lowerBound
    guard let exact = query.stems?.exact(atom), !exact.isEmpty else { return nil }
    let entries = exact.filter { (onlyNames ? $0.inNames : $0.documents) > 0 }
    let weight = Scoring.exactShare(statistics.exactIdf[atom])
    guard let first = entries.first, weight > 0 else { return nil }
    guard entries.count == 1 else {
      return try union(entries, inNames: onlyNames, weight: weight)
    }
    return try ListCursor(query.stored, first, inNames: onlyNames, weight: weight)
  }

  /// The documents that have one of some terms in names, read once for all tiers and for counting; they add nothing to
  /// a score.
  private func documents(_ entries: [TermEntry], _ atom: Int) throws(Failure) -> ListCursor {
    if let known = query.scratch.insides[atom] {
      return .inMemory(MemoryListCursor(known, weight: 0))
    }
    var found = Bitmap(size: query.stored.header.items)
    var pace = SearchPace(query.plan.request)
    var reader = PostingStreamReader(query.stored)
    for entry in entries where entry.inNames > 0 {
      try pace.step()
      if entry.documents < PostingBlock.size {
        try reader.forEachShort(entry, inNames: true) { document, _ in
          found.insert(Int(document))
          return true
        }
      } else {
        let list = try ListCursor(query.stored, entry, inNames: true, weight: 0)
        while list.document != .max {
          found.insert(Int(list.document))
          try list.advance()
        }
      }
    }
    let read = PrefixPostings(capacity: found.count)
    found.forEach { document in
      read.append(document, 0)
      return true
    }
    query.scratch.insides[atom] = read
    return .inMemory(MemoryListCursor(read, weight: 0))
  }

  /// The documents of some terms, each with the highest impact.
  private func union(
    _ entries: [TermEntry], inNames: Bool, weight: Int
  ) throws(Failure) -> ListCursor {
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    var lists: [ListCursor] = []
    for entry in entries {
      lists.append(try ListCursor(query.stored, entry, inNames: inNames, weight: weight))
    }
    var pace = SearchPace(query.plan.request)
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
}

extension PostingLists {
  /// The documents in which the characters of a run stand side by side.
  func run(
    _ word: PlannedWord, onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) -> ListCursor {
    var lists: [ListCursor] = []
    for atom in word.atoms {
      guard case .term(let entry) = query.atoms[atom] else { return .empty }
      lists.append(
        try ListCursor(
          query.stored, entry, inNames: onlyNames, weight: query.weight(atom, statistics)))
    }
    lists.sort { $0.count < $1.count }
    guard let lead = lists.first, let sequence = try query.terms(word.sequence) else {
      return .empty
    }
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    var pace = SearchPace(query.plan.request)
    candidates: while lead.document != .max {
      try pace.step()
      let document = lead.document
      var sum = lead.contribution
      for other in lists.dropFirst() {
        let there = try other.advance(to: document)
        if there != document {
          try lead.advance(to: there)
          continue candidates
        }
        sum += other.contribution
      }
      var isThere = sequence.isEmpty
      if !isThere { isThere = try holds(document, sequence, onlyNames: onlyNames) }
      if isThere {
        documents.append(document)
        contributions.append(UInt32(truncatingIfNeeded: sum))
      }
      try lead.advance()
    }
    return ListCursor(documents: documents, contributions: contributions)
  }

  /// Whether terms stand side by side in one of a document's sequences.
  private func holds(_ document: UInt32, _ sequence: [UInt32], onlyNames: Bool) throws(Failure)
    -> Bool
  {
    var found = false
    try query.forward.forEachField(document, onlyNames: onlyNames) { _, list in
      found = list.holds(sequence)
      return !found
    }
    return found
  }
}
