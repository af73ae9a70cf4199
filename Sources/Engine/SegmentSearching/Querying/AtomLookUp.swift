import FootlightPlatform

/// The atoms of a plan, looked up in one dictionary.
package struct AtomLookUp {
  let stored: Segment
  /// The stems; nil where words have none.
  private(set) var stems: StemLookUp?
  /// The entry of each atom: where words have stems, of its stem.
  private(set) var atoms: [FoundAtom] = []
  /// Those that were looked up with other words, or as stems.
  private var widened: Set<Int> = []

  /// Looks up all atoms, with the words that count as theirs.
  init(_ plan: SearchPlan, _ synonyms: Synonyms, _ stored: Segment) throws(Failure) {
    self.stored = stored
    stems = StemLookUp(stored)
    var groups: [Int: [[UInt8]]] = [:]
    for word in plan.words where word.takesSynonyms {
      let group = word.group(synonyms)
      if group.count > 1 { groups[word.atoms.lowerBound] = group }
    }
    atoms.reserveCapacity(plan.atoms.count)
    for (place, atom) in plan.atoms.enumerated() {
      try add(atom, counting: groups[place], isLastResort: plan.request.looksInside)
    }
  }

  /// The same with the atoms that a plan has after those that are here, by the numbers of their terms where
  /// these are known.
  func extended(_ plan: SearchPlan, numbers: [UInt32?]) throws(Failure) -> AtomLookUp {
    var extended = self
    extended.stems = StemLookUp(stored, after: stems)
    for (place, atom) in plan.atoms.dropFirst(atoms.count).enumerated() {
      if stems == nil, place < numbers.count, let number = numbers[place] {
        extended.atoms.append(try stored.term(number: number).map { .term($0) } ?? .none)
      } else {
        try extended.add(atom, counting: nil, isLastResort: plan.request.looksInside)
      }
    }
    return extended
  }

  /// How many documents hold an atom, as its stem where words have some.
  func holding(_ atom: Int, onlyNames: Bool) -> Int {
    atoms[atom].holding(onlyNames: onlyNames)
  }

  /// Whether an atom is one term, or none.
  func isOneTerm(_ atom: Int) -> Bool {
    switch atoms[atom] {
    case .none, .term: true
    case .range, .group: false
    }
  }

  /// How many documents hold an atom as it is.
  func exactHolding(_ atom: Int, onlyNames: Bool) -> Int {
    if let stems, stems.isStemmed(atom) { return stems.exact(atom).reduce(0) { $0 + $1.documents } }
    return holding(atom, onlyNames: onlyNames)
  }

  /// - Parameter isLastResort: whether pieces of words are found in domains alone that look inside them; else a piece is
  ///   the beginning of words in the others.
  private mutating func add(
    _ atom: Atom, counting group: [[UInt8]]?, isLastResort: Bool
  ) throws(Failure) {
    if stems != nil || group != nil || atom.inside != nil { widened.insert(atoms.count) }
    if let stems, let found = try stems.add(atom, counting: group) {
      atoms.append(found)
    } else if let inside = atom.inside {
      atoms.append(try AtomLookUp.find(atom, inside, stored, isLastResort: isLastResort))
    } else if let group {
      atoms.append(try AtomLookUp.find(group, stored))
    } else {
      atoms.append(try AtomLookUp.find(atom, stored))
    }
  }

  /// The entry of a term: names hold the words of the query, which are looked up already.
  func term(_ text: [UInt8], _ plan: SearchPlan) throws(Failure) -> TermEntry? {
    let atom = Atom(text: text, isPrefix: false, onlyNames: false)
    switch try found(atom, plan) {
    case .term(let entry): return entry
    default: return nil
    }
  }

  /// The terms that begin with a prefix, in the same way.
  func range(ofPrefix text: [UInt8], _ plan: SearchPlan) throws(Failure) -> TermRange {
    let atom = Atom(text: text, isPrefix: true, onlyNames: false)
    if case .range(let range) = try found(atom, plan) { return range }
    let nowhere = TermBound(number: 0, documents: 0, inNames: 0)
    return TermRange(low: nowhere, high: nowhere)
  }

  /// The text of a term that was looked up as a word; nil where it was not.
  func text(ofTerm term: UInt32, _ plan: SearchPlan) -> [UInt8]? {
    for (place, atom) in atoms.enumerated() {
      guard case .term(let entry) = atom, entry.number == term, !widened.contains(place) else {
        continue
      }
      return plan.atoms[place].text
    }
    return nil
  }

  private func found(_ atom: Atom, _ plan: SearchPlan) throws(Failure) -> FoundAtom {
    for place in plan.atoms.indices.prefix(atoms.count)
    where plan.atoms[place].isPrefix == atom.isPrefix && plan.atoms[place].text == atom.text
      && !widened.contains(place)
    {
      return atoms[place]
    }
    return try AtomLookUp.find(atom, stored)
  }

  private static func find(_ atom: Atom, _ stored: Segment) throws(Failure) -> FoundAtom {
    var text = ByteArena(capacity: atom.text.count + 8)
    text.append(atom.text)
    if atom.isPrefix {
      let range = try stored.range(ofPrefix: text)
      return range.count > 0 ? .range(range) : .none
    }
    return try stored.term(text).map { .term($0) } ?? .none
  }

  /// The terms of names that a piece stands in.
  private static func find(
    _ atom: Atom, _ inside: QueryWord.Inside, _ stored: Segment, isLastResort: Bool
  ) throws(Failure) -> FoundAtom {
    guard stored.looksInside else {
      if isLastResort { return .none }
      let beginning = Atom(text: atom.text, isPrefix: inside == .anywhere, onlyNames: true)
      return try find(beginning, stored)
    }
    let entries = try stored.terms(holding: atom.text, atEnd: inside == .atEnd)
    // A single one as well: its list tells of texts too, where pieces are not looked for.
    return entries.isEmpty ? .none : .group(entries)
  }

  /// The entries of words that count as one.
  private static func find(
    _ group: [[UInt8]], _ stored: Segment
  ) throws(Failure) -> FoundAtom {
    var entries: [TermEntry] = []
    for text in group {
      if let entry = try stored.term(text) { entries.append(entry) }
    }
    guard let first = entries.first else { return .none }
    // In order, so that a term is found among them soon.
    entries.sort { $0.number < $1.number }
    return entries.count > 1 ? .group(entries) : .term(first)
  }

  /// The terms that an atom stands for: where words have stems, all that have its stem.
  func terms(_ atom: Int) throws(Failure) -> TermSet {
    if let family = try stems?.family(atom) { return family }
    switch atoms[atom] {
    case .none: return TermSet()
    case .term(let entry): return TermSet([entry.number])
    case .range(let range): return TermSet(range.numbers)
    case .group(let entries): return TermSet(entries.map(\.number))
    }
  }
}

extension TermRange {
  /// The numbers of its terms.
  var numbers: Range<UInt32> { low.number..<max(low.number, high.number) }
}
