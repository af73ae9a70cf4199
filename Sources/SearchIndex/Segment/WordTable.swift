import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// The dictionary of a delta in memory, with every term at its place: a look-up halves instead of
/// reading a block from its beginning.
///
/// Hot: a word is looked up in two dictionaries of each delta, and where it may hold a typo a hundred
/// times (`Benchmarks query`).
final class WordTable: Sendable {
  /// A dictionary with more terms stays as it is stored; a table takes about 60 bytes a term.
  static let mostTerms = 1 << 16
  /// A table is made once there was a look-up for every so many terms: a block costs a quarter as much
  /// to search as these cost to take in, and who asks once asks less often.
  private static let lookCost = 256

  /// The terms, one behind the other, and where each ends.
  private let bytes: ByteArena
  private let ends: [UInt32]
  private let entries: [TermEntry]
  /// The sums of documents, and of documents in names, before each term and behind the last one.
  private let documents: [UInt64]
  private let inNames: [UInt64]

  /// - Throws: `index.damaged`.
  init(_ generation: Generation) throws(Failure) {
    let terms = generation.header.terms
    var bytes = ByteArena(capacity: terms * 8)
    var ends: [UInt32] = []
    var entries: [TermEntry] = []
    var documents: [UInt64] = [0]
    var inNames: [UInt64] = [0]
    ends.reserveCapacity(terms)
    entries.reserveCapacity(terms)
    documents.reserveCapacity(terms + 1)
    inNames.reserveCapacity(terms + 1)
    let index = try generation.dictionaryIndex()
    for block in 0..<index.blocks {
      var cursor = try TermBlockCursor(generation, index, block: block)
      while try cursor.advance() {
        bytes.append(cursor.text, cursor.text.all)
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
    self.bytes = bytes
    self.ends = ends
    self.entries = entries
    self.documents = documents
    self.inNames = inNames
  }

  /// How many terms there are.
  var count: Int { entries.count }

  /// A term by its number.
  subscript(number: Int) -> TermEntry { entries[number] }

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
  func withText<Result>(
    _ number: Int, _ body: (borrowing ByteArena, ByteRange) -> Result
  ) -> Result {
    body(bytes, range(number))
  }

  /// How a term stands to a text: below 0 before it, 0 for the same, above 0 behind it.
  func order(_ number: Int, _ text: borrowing ByteArena, _ other: ByteRange) -> Int {
    bytes.compare(range(number), text, other)
  }

  /// The first number whose term is not below `text`.
  func place(notBelow text: borrowing ByteArena) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low &+ high) &>> 1
      if bytes.compare(range(middle), text, text.all) < 0 {
        low = middle &+ 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The entry of a term, or nil.
  func term(_ text: borrowing ByteArena) -> TermEntry? {
    let place = place(notBelow: text)
    guard place < entries.count, bytes.equals(range(place), text, text.all) else { return nil }
    return entries[place]
  }

  /// The first number whose term is not below `text`, and the sums of documents before it.
  func lowerBound(_ text: borrowing ByteArena) -> TermBound {
    let place = place(notBelow: text)
    return TermBound(
      number: UInt32(truncatingIfNeeded: place), documents: documents[place],
      inNames: inNames[place])
  }
}

/// How often the dictionary of a delta was asked, and the table that was made of it then.
final class WordTableSlot: Sendable {
  private let looks = Atomic<Int>(0)
  private let table = Mutex<WordTable?>(nil)

  /// The table; nil as long as making it costs more than it has cost so far to do without.
  func table(of generation: Generation) throws(Failure) -> WordTable? {
    let looks = looks.wrappingAdd(1, ordering: .relaxed).newValue
    guard WordTable.isWorth(looks: looks, terms: generation.header.terms) else { return nil }
    return try ready(generation)
  }

  /// The table, made now where it is not there yet; from then on every look-up takes it.
  func ready(_ generation: Generation) throws(Failure) -> WordTable {
    let enough = generation.header.terms
    if looks.load(ordering: .relaxed) < enough { looks.store(enough, ordering: .relaxed) }
    return try table.withLock { (table) throws(Failure) in
      if let table { return table }
      let made = try WordTable(generation)
      table = made
      return made
    }
  }
}

extension Generation {
  /// The dictionary in memory, where this is a delta that has been asked often enough.
  ///
  /// - Throws: `index.damaged`.
  func wordTable() throws(Failure) -> WordTable? { try wordTables?.table(of: self) }
}
