import FootlightPlatform

/// A k-way merge of sorted terms: the next term of each source, compared by its first eight bytes, side by side,
/// before anything else.
struct TermMerge: ~Copyable {
  private var cursors: CursorList<TermCursor>
  /// The term at hand of each source.
  private(set) var heads = ScratchList<TermCursor.Head>()
  /// The first eight bytes of each; all ones at a source's end, with which no term begins (a stem's first byte
  /// is all ones, and UTF-8 follows).
  private var leads = ScratchList<UInt64>()
  /// The sources that have the term at hand.
  private(set) var holders = ScratchList<Int>()

  /// Begins before the first terms: ``advance()`` comes next.
  init(_ runs: [SortedRun], step: Int) {
    cursors = CursorList(room: runs.count)
    for (number, run) in runs.enumerated() {
      cursors.append(TermCursor(run, step: step))
      heads.append(TermCursor.Head())
      leads.append(.max)
      holders.append(number)
    }
  }

  /// Finds the least term, and all sources that have it, in `holders`.
  ///
  /// - Returns: the first of them; nil when there are no more terms.
  mutating func findLeast() -> Int? {
    var least = UInt64.max
    var winner = 0
    var hasRivals = false
    for source in leads.indices {
      let lead = leads[source]
      if lead < least {
        least = lead
        winner = source
        hasRivals = false
      } else if lead == least {
        hasRivals = true
      }
    }
    holders.removeAll()
    guard least < .max else { return nil }
    guard hasRivals else {
      holders.append(winner)
      return winner
    }
    // Of those that begin alike.
    for source in winner..<leads.count where leads[source] == least {
      let order = holders.isEmpty ? 0 : order(source, holders[0])
      if order < 0 { holders.removeAll() }
      if order <= 0 { holders.append(source) }
    }
    return holders[0]
  }

  /// Moves the sources that have the term at hand.
  mutating func advance() throws(Failure) {
    for index in holders.indices { try advance(holders[index]) }
  }

  private mutating func advance(_ source: Int) throws(Failure) {
    guard let head = try cursors.with(source, { (cursor) throws(Failure) in try cursor.advance() })
    else {
      leads[source] = .max
      return
    }
    heads[source] = head
    leads[source] = head.key.first
  }

  /// Compares the terms of two sources whose first eight bytes are the same.
  private func order(_ one: Int, _ other: Int) -> Int {
    let (a, b) = (heads[one], heads[other])
    // One that is no longer than that is the other or its beginning.
    if a.key.length <= 8 || b.key.length <= 8 { return Int(a.key.length) - Int(b.key.length) }
    return cursors.compare(one, other) { cursor, otherCursor in
      cursor.withText { bytes, range in
        otherCursor.withText { bytes.compare(range, $0, $1) }
      }
    }
  }

  /// Appends the text of the term at hand of a source.
  mutating func appendText(of source: Int, to target: inout ByteArena) {
    let key = heads[source].key
    if key.length <= 8 {
      target.append(word: key.first.byteSwapped, count: Int(key.length))
    } else {
      cursors.with(source) { cursor in cursor.withText { target.append($0, $1) } }
    }
  }
}
