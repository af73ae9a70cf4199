package import FootlightPlatform

extension SegmentBytes {
  /// The dictionary of all the items that some dictionaries are of, less those that others are of.
  ///
  /// Makes the dictionary of what several deltas hide from their dictionaries, so that nothing needs to be read and
  /// analysed again when they become one.
  ///
  /// - Parameters:
  ///   - dictionaries: what is added up; of one analysis, and not empty.
  ///   - removed: the dictionaries of items that are counted in these.
  /// - Returns: the dictionary, and how many items it is of; nil for a sum of nothing.
  /// - Complexity: terms · dictionaries.
  /// - Throws: `index.damaged`, also where `removed` counts what the others do not hold.
  package static func dictionary(
    sumOf dictionaries: [Segment], less removed: [Segment]
  ) throws(Failure) -> (bytes: SegmentBytes, items: Int)? {
    guard let first = dictionaries.first else { return nil }
    var sum = DictionarySum()
    for dictionary in dictionaries { try sum.add(dictionary, sign: 1) }
    for dictionary in removed { try sum.add(dictionary, sign: -1) }
    guard let written = try sum.write(like: first.header) else {
      throw first.chunks.damaged(.term)
    }
    return (written, sum.items)
  }
}

extension SegmentBytes {
  /// A segment that is a dictionary alone.
  ///
  /// - Parameters:
  ///   - writer: has all the terms.
  ///   - counts: the stream `ranges`.
  ///   - items: how many items the dictionary is of.
  static func dictionary(
    _ writer: inout DictionaryWriter, counts: borrowing ByteArena, items: Int,
    like header: SegmentHeader
  ) throws(Failure) -> SegmentBytes? {
    let file = try SegmentFile(path: "", keepingUpTo: .max)
    try writer.finish(into: file)
    let totals = writer.totals
    var header = header
    header.reduceToDictionary()
    header.items = items
    header.terms = totals.terms
    header.documents = totals.documents
    header.inNames = totals.inNames
    try file.append(.ranges, counts, counts.all)
    for stream in SegmentStream.ofDictionary {
      header.sizes[stream.rawValue] = file.offset(stream)
    }
    try file.endAll()
    return try file.finish(header: header.write(), streams: SegmentStream.ofDictionary)
  }
}

/// Dictionaries while they are added up.
private struct DictionarySum {
  private(set) var items = 0
  private var sources: [SummedDictionary] = []

  mutating func add(_ dictionary: Segment, sign: Int) throws(Failure) {
    items += sign * dictionary.header.items
    sources.append(try SummedDictionary(dictionary, sign: sign))
  }

  /// Writes the sum; nil when some term would be held by fewer than no items.
  func write(like header: SegmentHeader) throws(Failure) -> SegmentBytes? {
    guard items >= 0 else { return nil }
    var sources = sources
    var writer = DictionaryWriter()
    var ranges = SummedRanges()
    while let least = DictionarySum.least(sources) {
      var documents = 0
      var inNames = 0
      let table = sources[least].table
      let number = sources[least].next
      table.withText(number) { ranges.enter($0, $1, sources) }
      for place in sources.indices.dropFirst(least)
      where place == least || DictionarySum.stands(sources[place], at: table, number) {
        let entry = sources[place].table[sources[place].next]
        documents += sources[place].sign * entry.documents
        inNames += sources[place].sign * entry.inNames
        sources[place].next += 1
      }
      guard 0...items ~= documents, 0...documents ~= inNames else { return nil }
      guard documents > 0 else { continue }
      ranges.terms += 1
      table.withText(number) { bytes, range in
        writer.append(
          bytes, range, holding: documents,
          PostingWriter.Place(start: 0, inNames: inNames, nameStart: 0))
      }
    }
    ranges.finish(sources)
    return try SegmentBytes.dictionary(&writer, counts: ranges.stream(), items: items, like: header)
  }

  /// The first of the sources whose next term is the least; nil when all have ended.
  private static func least(_ sources: [SummedDictionary]) -> Int? {
    var least: Int?
    for place in sources.indices where sources[place].next < sources[place].table.count {
      guard let known = least else {
        least = place
        continue
      }
      let source = sources[place]
      let first = sources[known]
      if source.table.order(source.next, first.table, first.next) < 0 { least = place }
    }
    return least
  }

  /// Whether the next term of a source is one of a table.
  private static func stands(
    _ source: SummedDictionary, at table: ResidentDictionary, _ number: Int
  ) -> Bool {
    guard source.next < source.table.count else { return false }
    return source.table.order(source.next, table, number) == 0
  }
}

/// A dictionary that is added to others: its terms, which of them is next, and how it counts.
struct SummedDictionary {
  let table: ResidentDictionary
  let sign: Int
  var next = 0
  private let counts: [UInt64: Int]

  init(_ dictionary: Segment, sign: Int) throws(Failure) {
    self.sign = sign
    table = try ResidentDictionary(dictionary, isHashed: false)
    counts = try dictionary.wideCounts()
  }

  /// How many items hold one of some neighbouring terms, or hold one in a name; nil where that is not
  /// known.
  func count(_ terms: Range<Int>, inNames: Bool) -> Int? {
    if terms.isEmpty { return 0 }
    if terms.count == 1 {
      let entry = table[terms.lowerBound]
      return sign * (inNames ? entry.inNames : entry.documents)
    }
    let key = WideRange.key(
      UInt32(truncatingIfNeeded: terms.lowerBound), UInt32(truncatingIfNeeded: terms.upperBound),
      inNames: inNames)
    return counts[key].map { sign * $0 }
  }
}

extension SegmentBytes {
  /// The bytes of a dictionary of words that have no postings, as ``Segment`` opens them.
  ///
  /// - Parameters:
  ///   - words: each with how many documents hold it, in byte order.
  ///   - items: how many items the dictionary is of.
  ///   - like: a segment with the same analysis.
  package static func dictionary(
    of words: [(word: [UInt8], holding: Int)], items: Int, like: Segment
  ) throws(Failure) -> ByteArena? {
    var writer = DictionaryWriter()
    var text = ByteArena(capacity: 64)
    for (word, holding) in words {
      text.removeAll()
      text.append(word)
      let place = PostingWriter.Place(start: 0, inNames: 0, nameStart: 0)
      writer.append(text, text.all, holding: holding, place)
    }
    let counts = ByteArena(capacity: 0)
    guard
      let written = try SegmentBytes.dictionary(
        &writer, counts: counts, items: items, like: like.header)
    else { return nil }
    var blob = ByteArena(capacity: written.bytes.count)
    blob.append(written.bytes, written.bytes.all)
    return blob
  }
}
