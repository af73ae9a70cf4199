import FootlightDiagnostics
import FootlightPlatform

extension SegmentSearch {
  /// How many postings a word has here: of a run, those of its rarest bigram.
  func size(_ word: Int, onlyNames: Bool) -> Int {
    plan.words[word].atoms.reduce(Int.max) { least, atom in
      min(least, atoms[atom].holding(onlyNames: onlyNames || plan.atoms[atom].onlyNames))
    }
  }

  /// The list of a word that will be walked.
  func walked(_ word: Int, onlyNames: Bool, _ statistics: Statistics) throws(Failure)
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
        generation, entry, inNames: names, weight: statistics.idf[atom])
    case .range(let range):
      return try united(range, inNames: names, weight: statistics.idf[atom])
    }
  }

  /// The list of a word that stands beside a shorter one of `lead` postings; `counts` when
  /// nothing but a number is wanted, which is not worth a table.
  func beside(
    _ word: Int, lead: Int, onlyNames: Bool, _ statistics: Statistics, counts: Bool = false
  ) throws(Failure) -> WordList {
    let planned = plan.words[word]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, case .range(let range) = atoms[atom] else {
      return .cursor(try walked(word, onlyNames: onlyNames, statistics))
    }
    let names = onlyNames || plan.atoms[atom].onlyNames
    let postings = names ? range.inNames : range.documents
    let weight = statistics.idf[atom]
    if postings <= 8_192 || range.count == 1 || lead * 4 > postings {
      return .cursor(try united(range, inNames: names, weight: weight))
    }
    return .probe(
      PrefixProbe(
        generation, range, onlyNames: names, weight: weight,
        makeTable: counts
          ? nil
          : { () throws(Failure) in try self.table(range, inNames: names, weight: weight) }))
  }

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
      let table = try table(range, inNames: inNames, weight: weight)
      defer { buffers.impacts = table.clear() }
      return table.list()
    }
    // A local array: a closure that reaches into an object asks for access at every posting.
    var pairs: [UInt64] = []
    swap(&pairs, &buffers.pairs)
    defer { swap(&pairs, &buffers.pairs) }
    pairs.removeAll(keepingCapacity: true)
    try forEachPosting(range, inNames: inNames) { document, impact in
      pairs.append(UInt64(document) << 8 | UInt64(0x7F - impact))
    }
    PairSort.sort(&pairs, &buffers.spare)
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

  private func table(_ range: TermRange, inNames: Bool, weight: Int) throws(Failure)
    -> ContributionTable
  {
    var impacts: [UInt8] = []
    swap(&impacts, &buffers.impacts)
    if impacts.count != generation.header.items {
      impacts = [UInt8](repeating: 0, count: generation.header.items)
    }
    try forEachPosting(range, inNames: inNames) { document, impact in
      let index = Int(document)
      if index < impacts.count, impacts[index] < impact { impacts[index] = impact }
    }
    return ContributionTable(impacts: impacts, weight: weight)
  }

  /// Calls `body` with every document and impact (without the bit for names) of a range.
  ///
  /// `goesOn` is asked before each list.
  func forEachPosting(
    _ range: TermRange, inNames: Bool, while goesOn: () -> Bool = { true },
    _ body: (UInt32, UInt8) -> Void
  ) throws(Failure) {
    var failure: Failure?
    var reader = PostingStreamReader(generation)
    try generation.forEachTerm(in: range) { entry in
      guard goesOn() else { return false }
      guard (inNames ? entry.inNames : entry.documents) > 0 else { return true }
      do throws(Failure) {
        if entry.documents < PostingBlock.size {
          try reader.forEachShort(entry, inNames: inNames, body)
        } else {
          let list = try ListCursor(generation, entry, inNames: inNames, weight: 1)
          while list.document != .max {
            body(list.document, UInt8(truncatingIfNeeded: list.contribution))
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

  /// The documents in which the characters of a run stand side by side.
  private func runList(_ word: PlannedWord, onlyNames: Bool, _ statistics: Statistics)
    throws(Failure) -> ListCursor
  {
    var lists: [ListCursor] = []
    for atom in word.atoms {
      guard case .term(let entry) = atoms[atom] else {
        return ListCursor(documents: [], contributions: [])
      }
      lists.append(
        try ListCursor(
          generation, entry, inNames: onlyNames, weight: statistics.idf[atom]))
    }
    lists.sort { $0.count < $1.count }
    guard let lead = lists.first, let sequence = try terms(word.sequence) else {
      return ListCursor(documents: [], contributions: [])
    }
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    candidates: while lead.document != .max {
      let document = lead.document
      var sum = lead.contribution
      for other in lists.dropFirst() {
        try other.advance(to: document)
        if other.document != document {
          try lead.advance(to: other.document)
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

  /// The numbers of terms; nil when one is not there.
  private func terms(_ texts: [[UInt8]]) throws(Failure) -> [UInt32]? {
    var numbers: [UInt32] = []
    for text in texts {
      var arena = ByteArena(capacity: text.count + 8)
      arena.append(text)
      guard let entry = try generation.term(arena) else { return nil }
      numbers.append(entry.number)
    }
    return numbers
  }

  /// Whether terms stand side by side in one of a document's sequences.
  private func holds(_ document: UInt32, _ sequence: [UInt32], onlyNames: Bool) throws(Failure)
    -> Bool
  {
    var found = false
    try forward.forEachSequence(document, onlyNames: onlyNames) { list in
      guard list.count >= sequence.count else { return true }
      starts: for start in 0...(list.count - sequence.count) {
        for index in sequence.indices where list[start + index] != sequence[index] {
          continue starts
        }
        found = true
        return false
      }
      return true
    }
    return found
  }
}
