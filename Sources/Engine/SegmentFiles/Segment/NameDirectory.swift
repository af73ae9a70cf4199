import FootlightPlatform

/// The sorted names of a small segment by their first term: where in `names` those stand that begin with
/// it, so that a name is looked for among few.
package final class NameDirectory: Sendable {
  /// For each term the first entry of `names` whose name does not begin with a term before it, and after
  /// the last one their number.
  private let starts: [UInt32]

  /// Reads the names, O(names); nil without names, and where they cannot be read, which is left to the
  /// searches that need one.
  init?(_ segment: Segment) {
    let header = segment.header
    guard header.names > 0, !header.isDictionary,
      let firsts = try? NameDirectory.firstTerms(segment), firsts.withTerm == header.names
    else { return nil }
    var starts: [UInt32] = []
    starts.reserveCapacity(header.terms + 1)
    let packed = header.nameRows
    for index in 0..<header.names {
      let row = index / PackedRows.perRow
      guard
        let view = try? segment.chunks.view(.names, packed.rows.offset(ofRow: row))
      else { return nil }
      let entry = packed.rows.number(index % PackedRows.perRow, in: view)
      let document = Int(packed.document(entry))
      guard document < header.items else { return nil }
      let place = Int(firsts.starts[document]) + packed.ordinal(entry)
      guard place < firsts.starts[document + 1] else { return nil }
      guard let term = firsts.terms[place], term < header.terms, Int(term) + 1 >= starts.count
      else { return nil }
      while starts.count <= term { starts.append(UInt32(truncatingIfNeeded: index)) }
    }
    while starts.count <= header.terms {
      starts.append(UInt32(truncatingIfNeeded: header.names))
    }
    self.starts = starts
  }

  /// The first term of each name, document by document, how many names have one, and where those of each
  /// document begin; stops where there are more than the header says.
  ///
  /// A title without a token is a name without a term, which is not among the sorted ones.
  private static func firstTerms(
    _ segment: Segment
  ) throws(Failure) -> (terms: [UInt32?], withTerm: Int, starts: [UInt32]) {
    let forward = ForwardReader(segment)
    let most = segment.header.names
    var terms: [UInt32?] = []
    var starts: [UInt32] = [0]
    var withTerm = 0
    for document in 0..<segment.header.items where withTerm <= most {
      try forward.forEachName(UInt32(truncatingIfNeeded: document)) { _, name in
        terms.append(name.count > 0 ? name[0] : nil)
        withTerm += name.count > 0 ? 1 : 0
        return withTerm <= most
      }
      starts.append(UInt32(truncatingIfNeeded: terms.count))
    }
    return (terms, withTerm, starts)
  }

  /// Where the names stand that begin with a term, or with one after all.
  package func names(from term: UInt32) -> Range<Int> {
    let place = Int(term)
    guard place + 1 < starts.count else {
      let end = starts.last.map { Int($0) } ?? 0
      return end..<end
    }
    return Int(starts[place])..<Int(starts[place + 1])
  }
}
