import SegmentFiles
package import FootlightDiagnostics
import QueryLanguage
import FootlightPlatform

/// Neighbouring entries of the stream `names` that begin with the query; those whose name is the
/// query stand first among the names of their last term.
struct NameRange {
  /// All names that begin with the query.
  var all: Range<Int>
  /// The names that are the query.
  var exact: Range<Int>
}

/// A query as terms, to be compared with names.
struct NameQueryTerms {
  /// All words but the last.
  var first: [UInt32]
  /// The last word as it is, when it is a term.
  var whole: UInt32?
  /// The terms that the last word stands for.
  var last: Range<UInt32>
  /// Of the words that are whole the one that the fewest documents hold.
  var rarest: TermEntry?

  /// How a name stands to a query.
  enum Match {
    case none
    /// It begins with it.
    case beginning
    /// It is it.
    case whole
  }

  /// How a name stands to the query.
  @inline(__always)
  func match(_ name: NameTerms) -> Match {
    guard name.count > first.count else { return .none }
    for index in first.indices where name[index] != first[index] { return .none }
    let final = name[first.count]
    guard last.contains(final) else { return .none }
    return name.count == first.count + 1 && final == whole ? .whole : .beginning
  }
}

extension SegmentSearch {
  /// Tiers 1 and 2: the item with the query's id, the names that are it, the names that begin
  /// with it; of each tier the smallest documents, which are the first in the order of the index.
  package func findNames() throws(Failure) {
    guard plan.request.match != .none else { return }
    let query = plan.request.query
    if !query.identifier.isEmpty, let document = try generation.document(ofID: query.identifier),
      !isHidden(document)
    {
      identified = document
    }
    if generation.header.names > 0 { nameTerms = try nameQueryTerms() }
    var whole: [WholeName] = []
    let those = try nameTerms.flatMap { (query) throws(Failure) in try quicklyNamed(query) }
    if let those {
      whole = try wholeNames(in: those.exact)
    } else if let nameTerms {
      whole = try wholeNames(in: .names(exactNames(nameTerms)))
    }
    if let identified, !whole.contains(where: { $0.document == identified }) {
      whole.append(WholeName(document: identified, isTitle: true))
    }
    for name in whole {
      let standing = NameStanding(isTitle: name.isTitle)
      top.push(Candidate(tier: 1, score: standing.worth, document: name.document))
    }
    let exact = whole.map(\.document).sorted()
    named = exact
    guard !top.isFull, let nameTerms else { return }
    let starting =
      if let those {
        try smallest(in: those.all, excluding: exact)
      } else {
        try smallest(beginningWith: nameTerms, excluding: exact)
      }
    for document in starting { top.push(Candidate(tier: 2, score: 0, document: document)) }
    named = (exact + starting).sorted()
  }

  /// Where the names stand that are some terms.
  private func exactNames(_ query: NameQueryTerms) throws(Failure) -> Range<Int> {
    guard let whole = query.whole else { return 0..<0 }
    let start = try firstName(notBelow: query.first + [whole])
    return start..<(try firstName(notBelow: query.first + [whole, 0], from: start))
  }

  /// Where the names stand that begin with some terms.
  func nameRange(_ query: NameQueryTerms) throws(Failure) -> NameRange {
    let exact = try exactNames(query)
    if let whole = query.whole, query.last == whole..<whole + 1 {
      let end = try firstName(notBelow: query.first + [whole + 1], from: exact.upperBound)
      return NameRange(all: exact.lowerBound..<end, exact: exact)
    }
    let start = try firstName(notBelow: query.first + [query.last.lowerBound])
    let end = try firstName(notBelow: query.first + [query.last.upperBound], from: start)
    return NameRange(all: start..<end, exact: exact)
  }

  /// The first entry of `names` from one on whose terms are not below `key`: mostly it is near.
  private func firstName(notBelow key: [UInt32], from start: Int) throws(Failure) -> Int {
    if let first = key.first, let those = try generation.residentNames()?.names(from: first) {
      return try firstName(notBelow: key, among: those, from: start)
    }
    let near = min(start + 2, generation.header.names)
    for index in start..<max(start, near) where try !nameIsBelow(index, key) { return index }
    return near == generation.header.names
      ? max(start, near) : max(start, try firstName(notBelow: key))
  }

  /// Whether some name begins with some terms.
  func isBeginning(_ terms: [UInt32]) throws(Failure) -> Bool {
    let start = try firstName(notBelow: terms)
    guard start < generation.header.names else { return false }
    let name = try name(at: start)
    return name.count >= terms.count && terms.indices.allSatisfy { name[$0] == terms[$0] }
  }

  /// Looks the words of the query up as those of a name; nil when one of them is in no name.
  private func nameQueryTerms() throws(Failure) -> NameQueryTerms? {
    guard let name = plan.request.query.name, let last = name.tokens.last else { return nil }
    var first: [UInt32] = []
    var rarest: TermEntry?
    for token in name.tokens.dropLast() {
      guard let entry = try looked.term(token, plan), entry.inNames > 0 else { return nil }
      first.append(entry.number)
      rarest = entry.rarer(than: rarest)
    }
    if name.lastIsComplete {
      guard let entry = try looked.term(last, plan), entry.inNames > 0 else { return nil }
      return NameQueryTerms(
        first: first, whole: entry.number, last: entry.number..<entry.number + 1,
        rarest: entry.rarer(than: rarest))
    }
    let range = try looked.range(ofPrefix: last, plan)
    guard range.count > 0, range.inNames > 0 else { return nil }
    // The prefix itself stands before all that begin with it.
    let whole = range.low.isText ? range.low.number : nil
    return NameQueryTerms(
      first: first, whole: whole,
      last: range.low.number..<max(range.low.number, range.high.number), rarest: rarest)
  }

  /// The first entry of `names` whose terms are not below `key`; a name that another begins with
  /// stands before it.
  func firstName(notBelow key: [UInt32]) throws(Failure) -> Int {
    // In a delta's table names are found by their first term, and hardly any is read.
    if let first = key.first, let those = try generation.residentNames()?.names(from: first) {
      return try firstName(notBelow: key, among: those, from: 0)
    }
    let low = try firstRow(notBelow: key)
    guard low > 0 else { return 0 }
    // The sample before is below, this one is not: the place is between them.
    let first = (low - 1) * SegmentFormat.namesPerSparse + 1
    let end = min(low * SegmentFormat.namesPerSparse, generation.header.names)
    return try firstName(notBelow: key, in: first..<max(first, end))
  }

  /// The first row of names whose first one is not below `key`, as far as samples tell.
  func firstRow(notBelow key: [UInt32]) throws(Failure) -> Int {
    var low = 0
    let samples =
      (generation.header.names + SegmentFormat.namesPerSparse - 1) / SegmentFormat.namesPerSparse
    var high = samples
    let kept = generation.header.nameSamples
    let perChunk = SegmentFormat.chunk / SegmentFormat.sparseEntry
    if kept.count > 4 {
      var first = 0
      var end = kept.count / 4
      while first < end {
        let middle = (first + end) / 2
        if SegmentSearch.isBelow(kept, middle * 4, key) ?? false {
          first = middle + 1
        } else {
          end = middle
        }
      }
      // The chunk before the first that is not below holds the place, or it begins this one.
      low = max(0, (first - 1) * perChunk)
      high = min(samples, first * perChunk + 1)
      // Names that agree in four terms may run over chunks: look at all of them.
      if key.count > 4 { high = samples }
    }
    while low < high {
      let middle = (low + high) / 2
      if try sampleIsBelow(middle, key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The same from one on, where those are known whose first term is the key's.
  private func firstName(
    notBelow key: [UInt32], among those: Range<Int>, from start: Int
  ) throws(Failure) -> Int {
    let low = max(start, those.lowerBound)
    guard key.count > 1, low < those.upperBound else { return low }
    return try firstName(notBelow: key, in: low..<those.upperBound)
  }

  /// The first of some entries whose terms are not below `key`, or else where they end.
  func firstName(notBelow key: [UInt32], in range: Range<Int>) throws(Failure) -> Int {
    var first = range.lowerBound
    var end = range.upperBound
    while first < end {
      let middle = (first + end) / 2
      if try nameIsBelow(middle, key) { first = middle + 1 } else { end = middle }
    }
    return first
  }

  /// Whether four terms (plus one) are below a key; nil when they agree as far as they go.
  private static func isBelow(_ terms: [UInt32], _ start: Int, _ key: [UInt32]) -> Bool? {
    for index in 0..<min(4, key.count) where terms[start + index] != key[index] + 1 {
      return terms[start + index] < key[index] + 1
    }
    return nil
  }

  private func sampleIsBelow(_ sample: Int, _ key: [UInt32]) throws(Failure) -> Bool {
    let view = try chunks.view(.nsparse, sample * SegmentFormat.sparseEntry)
    for index in 0..<min(4, key.count) {
      let term: UInt32 = view.load(index * 4)
      if term != key[index] + 1 { return term < key[index] + 1 }
    }
    guard key.count > 4 else { return false }
    return try nameIsBelow(sample * SegmentFormat.namesPerSparse, key)
  }

  /// The terms of an entry of `names`.
  private func name(at index: Int) throws(Failure) -> NameTerms {
    let row = index / PackedRows.perRow
    let view = try chunks.view(.names, nameRows.rows.offset(ofRow: row))
    let entry = nameRows.rows.number(index % PackedRows.perRow, in: view)
    return try forward.name(nameRows.document(entry), nameRows.ordinal(entry))
  }

  private func nameIsBelow(_ index: Int, _ key: [UInt32]) throws(Failure) -> Bool {
    let name = try name(at: index)
    for index in 0..<min(name.count, key.count) where name[index] != key[index] {
      return name[index] < key[index]
    }
    return name.count < key.count
  }
}
