package import FootlightDiagnostics
package import FootlightPlatform
import Synchronization

/// The dictionary of a delta in memory, with every term at its place: a term is found by its hash, a
/// place between terms by halves, instead of reading a block from its beginning.
///
/// Hot: a word is looked up in two dictionaries of each delta, and where it may hold a typo a hundred
/// times (`Benchmarks query`).
package final class WordTable: Sendable {
  /// A dictionary with more terms stays as it is stored; a table takes about 100 bytes a term.
  static let mostTerms = 1 << 16
  /// A table is made once there was a look-up for every so many terms and names: a block costs a quarter as much
  /// to search as these cost to take in, and who asks once asks less often.
  private static let lookCost = 256

  /// The bits of a slot that are the hash's.
  private static let tag: UInt64 = .max << 32

  /// The terms, one behind the other, and where each ends.
  private let bytes: ByteArena
  private let ends: [UInt32]
  /// The first eight bytes of each term, the first one highest, zeros behind its end.
  private let heads: [UInt64]
  private let entries: [TermEntry]
  /// The terms by their hashes, in twice as many places: a number and one, or 0 where none is.
  ///
  /// Above the number stands the upper half of the hash, so that a term that is not there is not compared.
  private let slots: [UInt64]
  /// The sums of documents, and of documents in names, before each term and behind the last one.
  private let documents: [UInt64]
  private let inNames: [UInt64]
  /// For each term the first entry of `names` whose name does not begin with a term before it, and behind
  /// the last one their number; empty without names.
  private let nameStarts: [UInt32]

  /// - Parameter isHashed: whether terms will be looked up, not only read in their order.
  /// - Throws: `index.damaged`.
  package init(_ generation: Segment, isHashed: Bool = true) throws(Failure) {
    let terms = generation.header.terms
    var bytes = ByteArena(capacity: terms * 8)
    var ends: [UInt32] = []
    var heads: [UInt64] = []
    var entries: [TermEntry] = []
    var documents: [UInt64] = [0]
    var inNames: [UInt64] = [0]
    ends.reserveCapacity(terms)
    heads.reserveCapacity(terms)
    entries.reserveCapacity(terms)
    documents.reserveCapacity(terms + 1)
    inNames.reserveCapacity(terms + 1)
    let index = try generation.dictionaryIndex()
    for block in 0..<index.blocks {
      var cursor = try TermBlockCursor(generation, index, block: block)
      while try cursor.advance() {
        bytes.append(cursor.text, cursor.text.all)
        heads.append(WordTable.head(cursor.text))
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
        let entry = cursor.entry
        documents.append(documents[entries.count] &+ UInt64(entry.documents))
        inNames.append(inNames[entries.count] &+ UInt64(entry.inNames))
        entries.append(entry)
      }
    }
    guard entries.count == terms, entries.last.map({ Int($0.number) + 1 == terms }) ?? true else {
      throw generation.chunks.damaged(.term)
    }
    var slots = [UInt64](repeating: 0, count: isHashed ? WordTable.places(for: terms) : 0)
    var start = 0
    for (number, end) in ends.enumerated() where isHashed {
      let hash = bytes.hash(ByteRange(start: start, count: Int(end) - start))
      var place = Int(truncatingIfNeeded: hash)
      while slots[place & (slots.count - 1)] != 0 { place &+= 1 }
      slots[place & (slots.count - 1)] = hash & WordTable.tag | UInt64(number + 1)
      start = Int(end)
    }
    self.slots = slots
    self.bytes = bytes
    self.ends = ends
    self.heads = heads
    self.entries = entries
    self.documents = documents
    self.inNames = inNames
    nameStarts = isHashed ? WordTable.nameStarts(generation) : []
  }

  /// Reads where the names stand that begin with each term, O(names).
  ///
  /// Empty where that cannot be told, which is left to the searches that need a name.
  private static func nameStarts(_ generation: Segment) -> [UInt32] {
    let header = generation.header
    guard header.names > 0, !header.isDictionary,
      let firsts = try? firstTerms(generation), firsts.terms.count == header.names
    else { return [] }
    var starts: [UInt32] = []
    starts.reserveCapacity(header.terms + 1)
    let packed = header.nameRows
    for index in 0..<header.names {
      let row = index / PackedRows.perRow
      guard
        let view = try? generation.chunks.view(.names, packed.rows.offset(ofRow: row))
      else { return [] }
      let entry = packed.rows.number(index % PackedRows.perRow, in: view)
      let document = Int(packed.document(entry))
      guard document < header.items else { return [] }
      let place = Int(firsts.starts[document]) + packed.ordinal(entry)
      guard place < firsts.starts[document + 1] else { return [] }
      // Names without a term stand before all others.
      guard let term = firsts.terms[place] else {
        guard starts.isEmpty else { return [] }
        continue
      }
      guard term < header.terms, Int(term) + 1 >= starts.count else { return [] }
      while starts.count <= term { starts.append(UInt32(truncatingIfNeeded: index)) }
    }
    while starts.count <= header.terms {
      starts.append(UInt32(truncatingIfNeeded: header.names))
    }
    return starts
  }

  /// The first term of each name, document by document, and where those of each document begin; stops
  /// where there are more than the header says.
  private static func firstTerms(
    _ generation: Segment
  ) throws(Failure) -> (terms: [UInt32?], starts: [UInt32]) {
    let forward = ForwardReader(generation)
    let most = generation.header.names
    var terms: [UInt32?] = []
    var starts: [UInt32] = [0]
    for document in 0..<generation.header.items where terms.count <= most {
      try forward.forEachName(UInt32(truncatingIfNeeded: document)) { _, name in
        terms.append(name.count > 0 ? name[0] : nil)
        return terms.count <= most
      }
      starts.append(UInt32(truncatingIfNeeded: terms.count))
    }
    return (terms, starts)
  }

  /// Where the names stand that begin with a term, or with one behind all; nil without names.
  package func names(from term: UInt32) -> Range<Int>? {
    guard let end = nameStarts.last else { return nil }
    let place = Int(term)
    guard place + 1 < nameStarts.count else { return Int(end)..<Int(end) }
    return Int(nameStarts[place])..<Int(nameStarts[place + 1])
  }

  /// How many terms there are.
  package var count: Int { entries.count }

  /// A term by its number.
  package subscript(number: Int) -> TermEntry { entries[number] }

  /// A power of two, twice as large as some terms at least.
  private static func places(for terms: Int) -> Int {
    1 << (Int.bitWidth - max(1, 2 * terms - 1).leadingZeroBitCount)
  }

  private static func head(_ text: borrowing ByteArena) -> UInt64 {
    text.word(at: 0, before: text.count).byteSwapped
  }

  /// Whether a look-up, counted so far, is one of as many as a table is worth.
  static func isWorth(looks: Int, terms: Int) -> Bool { looks * lookCost > terms }

  /// Where a term's UTF-8 lies.
  private func range(_ number: Int) -> ByteRange {
    let start = number == 0 ? 0 : Int(ends[number - 1])
    return ByteRange(start: start, count: Int(ends[number]) - start)
  }

  /// The UTF-8 of a term.
  func text(_ number: Int) -> [UInt8] { bytes.bytes(range(number)) }

  /// Lends the UTF-8 of a term.
  package func withText<Result>(
    _ number: Int, _ body: (borrowing ByteArena, ByteRange) -> Result
  ) -> Result {
    body(bytes, range(number))
  }

  /// How a term stands to one of another table: below 0 before it, 0 for the same, above 0 behind it.
  package func order(_ number: Int, _ other: WordTable, _ there: Int) -> Int {
    let (one, two) = (heads[number], other.heads[there])
    if one != two { return one < two ? -1 : 1 }
    return bytes.compare(range(number), other.bytes, other.range(there))
  }

  /// The first number whose term is not below `text`.
  func place(notBelow text: borrowing ByteArena) -> Int {
    let head = WordTable.head(text)
    return heads.indices.partitionPoint { number in
      let other = heads[number]
      return other == head ? bytes.compare(range(number), text, text.all) < 0 : other < head
    }
  }

  /// The entry of a term, or nil; of a table that is hashed.
  func term(_ text: borrowing ByteArena) -> TermEntry? {
    let head = WordTable.head(text)
    guard !slots.isEmpty else { return nil }
    let mask = slots.count &- 1
    let hash = text.hash(text.all)
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[place]
      guard slot != 0 else { return nil }
      let number = Int(slot & ~WordTable.tag) &- 1
      if slot & WordTable.tag == hash & WordTable.tag, heads[number] == head,
        bytes.equals(range(number), text, text.all)
      {
        return entries[number]
      }
      place = (place &+ 1) & mask
    }
  }

  /// The first number whose term is not below `text`, and the sums of documents before it.
  func lowerBound(_ text: borrowing ByteArena) -> TermBound {
    let place = place(notBelow: text)
    var bound = bound(place)
    bound.isText = place < count && bytes.equals(range(place), text, text.all)
    return bound
  }

  private func bound(_ place: Int) -> TermBound {
    TermBound(
      number: UInt32(truncatingIfNeeded: place), documents: documents[place],
      inNames: inNames[place])
  }

  /// The terms that begin with `prefix`, which are mostly few.
  func range(ofPrefix prefix: borrowing ByteArena) -> TermRange {
    let low = place(notBelow: prefix)
    let head = WordTable.head(prefix)
    let mask: UInt64 = prefix.count >= 8 ? .max : ~(.max >> UInt64(8 * prefix.count))
    let end = (low..<heads.count).gallopingPartitionPoint { begins($0, prefix, head, mask) }
    var first = bound(low)
    first.isText = low < end && range(low).count == prefix.count
    return TermRange(low: first, high: bound(end))
  }

  /// Whether a term begins with a prefix, of whose first eight bytes `head` and `mask` tell.
  private func begins(
    _ number: Int, _ prefix: borrowing ByteArena, _ head: UInt64, _ mask: UInt64
  ) -> Bool {
    guard heads[number] & mask == head else { return false }
    guard prefix.count > 8 else { return true }
    let range = range(number)
    guard range.count >= prefix.count else { return false }
    return bytes.equals(
      ByteRange(start: range.lowerBound, count: prefix.count), prefix, prefix.all)
  }
}

/// How often the dictionary of a delta was asked, and the table that was made of it then.
///
/// Of two tables that are made at once the first one stays. A lock for a moment costs a tenth of what loading
/// an `AtomicLazyReference` does, and every look-up of a word comes here.
package final class WordTableSlot: Sendable {
  private let looks = Atomic<Int>(0)
  private let table = Mutex<WordTable?>(nil)

  /// The table; nil as long as making it costs more than it has cost so far to do without.
  func table(of generation: Segment) throws(Failure) -> WordTable? {
    if let table = table.withLock({ $0 }) { return table }
    let looks = looks.wrappingAdd(1, ordering: .relaxed).newValue
    let size = generation.header.terms + generation.header.names
    guard WordTable.isWorth(looks: looks, terms: size) else { return nil }
    return try ready(generation)
  }

  /// The table, made now where it is not there yet; from then on every look-up takes it.
  package func ready(_ generation: Segment) throws(Failure) -> WordTable {
    if let table = table.withLock({ $0 }) { return table }
    let made = try WordTable(generation)
    return table.withLock { kept in
      let first = kept ?? made
      kept = first
      return first
    }
  }
}

extension Segment {
  /// The dictionary in memory, where this is a delta that has been asked often enough.
  ///
  /// - Throws: `index.damaged`.
  package func wordTable() throws(Failure) -> WordTable? { try wordTables?.table(of: self) }
}
