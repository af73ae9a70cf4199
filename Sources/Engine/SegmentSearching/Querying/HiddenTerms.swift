import FootlightPlatform

/// The terms of the items that are hidden in a whole domain: taken off, base and deltas count a word once for each
/// item that is there.
struct HiddenTerms {
  /// Their dictionaries.
  private let dictionaries: [Segment]
  /// Their entries of each atom of the plan.
  private var lookUps: [AtomLookUp] = []

  init(_ plan: SearchPlan, _ searched: SearchedSegment) throws(Failure) {
    dictionaries = searched.hiddenWords
    for dictionary in dictionaries {
      lookUps.append(try AtomLookUp(plan, searched.synonyms, dictionary))
    }
  }

  /// The same with the atoms that a plan has after those that are here.
  func extended(_ plan: SearchPlan) throws(Failure) -> HiddenTerms {
    var extended = self
    for place in lookUps.indices {
      extended.lookUps[place] = try lookUps[place].extended(plan, numbers: [])
    }
    return extended
  }

  /// Whether there are none.
  var isEmpty: Bool { dictionaries.isEmpty }

  /// How many items there are.
  var items: Int { dictionaries.reduce(0) { $0 + $1.header.items } }

  /// How many of them hold an atom, where words have stems as its stem.
  func holding(_ atom: Int, onlyNames: Bool) -> Int {
    lookUps.reduce(0) { $0 + $1.holding(atom, onlyNames: onlyNames) }
  }

  /// How many of them hold an atom as it is.
  func exactHolding(_ atom: Int, onlyNames: Bool) -> Int {
    lookUps.reduce(0) { $0 + $1.exactHolding(atom, onlyNames: onlyNames) }
  }

  /// Whether an atom is one term, or none.
  func isOneTerm(_ atom: Int) -> Bool { lookUps.allSatisfy { $0.isOneTerm(atom) } }

  /// How many of them hold one of the terms of a prefix; nil when that is not known, or there are none.
  func holding(prefix atom: Int, inNames: Bool) throws(Failure) -> Int? {
    guard !lookUps.isEmpty else { return nil }
    var sum = 0
    for looked in lookUps {
      guard case .range(let range) = looked.atoms[atom] else { continue }
      if range.count == 1 {
        sum += inNames ? range.inNames : range.documents
      } else if let wide = try looked.stored.wideRange(range, inNames: inNames) {
        sum += wide.count
      } else {
        return nil
      }
    }
    return sum
  }

  /// How many postings the terms have there that begin with a text.
  func holding(
    beginning text: borrowing ByteArena, onlyNames: Bool = false
  ) throws(Failure) -> Int {
    var sum = 0
    for dictionary in dictionaries {
      let range = try dictionary.range(ofPrefix: text)
      if range.count > 0 { sum += onlyNames ? range.inNames : range.documents }
    }
    return sum
  }

  /// How many of them hold a term, in names alone or anywhere.
  func holding(term: [UInt8], onlyNames: Bool = false) throws(Failure) -> Int {
    guard !dictionaries.isEmpty else { return 0 }
    var text = ByteArena(capacity: term.count + 8)
    text.append(term)
    var sum = 0
    for dictionary in dictionaries {
      guard let entry = try dictionary.term(text) else { continue }
      sum += onlyNames ? entry.inNames : entry.documents
    }
    return sum
  }
}

/// The documents of a segment that a query must not find.
struct HiddenSet {
  /// All of them: tombstones, what has expired, and what a condition leaves out.
  let all: Bitmap?
  /// Those that a condition leaves out.
  let byConditions: Bitmap?
  /// How many there are, when they are tombstones alone.
  let tombstones: Int?

  init(_ searched: SearchedSegment, now: Int64, conditions: Bitmap?) throws(Failure) {
    let expired = try searched.stored.expiredDocuments(now: now)
    tombstones = expired == nil && conditions == nil ? searched.hidden?.count ?? 0 : nil
    var all: Bitmap?
    for those in [searched.hidden?.bitmap, expired, conditions] {
      guard let those else { continue }
      if all == nil { all = those } else { all?.formUnion(those) }
    }
    self.all = all
    byConditions = conditions
  }
}
