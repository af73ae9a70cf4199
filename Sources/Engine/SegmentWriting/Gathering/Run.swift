import DeclaredRecords
import FootlightPlatform
import TextAnalysis

/// A run of the build: what one worker has gathered since it spilled the last time – a dictionary of its own
/// and, for each item, its postings and its sequences as numbers of that dictionary.
///
/// Single-pass in-memory indexing (Heinz and Zobel, "Efficient single-pass index construction for text
/// databases", 2003): each run grows its own dictionary in memory, is sorted when the memory is used up
/// (``SortedRun``), and spilled (``Spill``); at the end all runs are merged. Nothing
/// here is in order yet.
///
/// Shape of an item in `records`, all numbers as varints: id and the rest of the sort key (length,
/// bytes); the size of the forward record; names (count, then each one's length and terms); further
/// terms of the names; terms of the keywords (`separator` between them; two, then what is
/// derived from them); the sequences of description and body; further terms
/// of both (each: count, terms); the values of the attributes (`appendAttributes`); postings (count, then
/// term and impact byte, bit 7 for "in a name").
struct Run: ~Copyable, Sendable {
  /// The facts that order and place an item; 40 bytes.
  struct Document: Sendable {
    /// 1000 − rank in 16 bits, then the first six bytes of the title's sort key.
    var orderHigh: UInt64
    /// The next eight bytes of the sort key.
    var orderLow: UInt64
    /// The hash of the id.
    var idHash: UInt64
    /// Where its record starts.
    var start: UInt32
    /// The number of the record in the source.
    var number: UInt32
    /// The batch and block where its stored text lies, and which record it is there.
    var batch: UInt32
    var block: UInt16
    var ordinal: UInt16
  }

  var terms = TermTable()
  var records = ByteArena(capacity: 1 << 20)
  var documents: [Document] = []
  /// Hashes of the addresses of items that have one.
  var addresses: [(hash: UInt64, local: UInt32)] = []
  /// Hashes of the keys of the source of items that have one beside their id.
  var sourceKeys: [(hash: UInt64, local: UInt32)] = []
  /// The digests of the records; empty as long as none has one.
  var digests: [UInt64] = []
  /// When the items expire that do.
  var expiring: [(local: UInt32, expires: Int64)] = []
  /// The values of the attributes.
  var values = ValueTable()

  /// The stemmer of the language, once it is needed.
  var stemmer: Stemmer?
  /// For each term the number of its stem's term plus one: 0 while unknown, `max` for none.
  var stems: [UInt32] = []

  // Scratch of the item at hand.
  var tokens = TokenBuffer()
  /// Its texts, and for each of their tokens the number of its term.
  var texts: [AnalysedText] = []
  var probes = ScratchList<TermTable.Probe>()
  var tokenTerms = ScratchList<UInt32>()
  /// So many tokens are enough to begin to count; a test takes fewer.
  var manyTokens = 4_096
  var tally = ScratchList<Tally>()
  /// How many items have been analysed, refused ones included: a term knows in which it was last seen.
  var analysed: UInt32 = 0
  var names = NameScratch()
  var nameExtra = ScratchList<UInt32>()
  var keywordTerms = ScratchList<UInt32>()
  var keywordExtra = ScratchList<UInt32>()
  var descriptionTerms = ScratchList<UInt32>()
  var bodyTerms = ScratchList<UInt32>()
  var longExtra = ScratchList<UInt32>()
  var sortKey = ByteArena(capacity: 256)
  var forward = ByteArena(capacity: 4096)

  /// How often a term has been seen in the fields of the item at hand.
  struct Tally: Sendable {
    var term: UInt32
    var counts = FieldCounts()
    /// The name in which `running` counts, and whether in its field form or its name form.
    var instance: UInt32 = 0
    var running: UInt32 = 0
  }

  /// The bytes that the run occupies, for the memory budget.
  var footprint: Int {
    terms.footprint + stems.count * 4 + records.count
      + documents.count * MemoryLayout<Document>.stride + (addresses.count + sourceKeys.count) * 16
      + digests.count * 8
      + values.footprint
  }
}

/// The names of the item at hand, each once.
struct NameScratch: ~Copyable, Sendable {
  var terms = ScratchList<UInt32>()
  private(set) var ends = ScratchList<Int>()
  private var hashes = ScratchList<UInt64>()
  /// Hashes of the raw text of aliases, to pass over those that are there twice to the letter.
  private var raw = ScratchList<UInt64>()

  mutating func removeAll() {
    terms.removeAll()
    ends.removeAll()
    hashes.removeAll()
    raw.removeAll()
  }

  /// Whether this raw text has not been seen; remembers it.
  mutating func isFirst(_ hash: UInt64) -> Bool {
    for index in raw.indices where raw[index] == hash { return false }
    raw.append(hash)
    return true
  }

  /// Ends the name whose terms were appended last; false when an equal name is there already.
  mutating func endName() -> Bool {
    let start = ends.last ?? 0
    var hash: UInt64 = 1
    for index in start..<terms.count {
      hash = ByteArena.mix(hash ^ UInt64(terms[index]), 0x9E37_79B9_7F4A_7C15) &+ 1
    }
    for other in hashes.indices where hashes[other] == hash {
      if isSame(other, as: start) {
        terms.truncate(to: start)
        return false
      }
    }
    hashes.append(hash)
    ends.append(terms.count)
    return true
  }

  /// Whether a name has the terms from `start` on.
  private func isSame(_ name: Int, as start: Int) -> Bool {
    let first = name == 0 ? 0 : ends[name - 1]
    let count = terms.count - start
    guard ends[name] - first == count else { return false }
    for index in 0..<count where terms[first + index] != terms[start + index] { return false }
    return true
  }
}

extension Run {
  /// Appends the values of the declared attributes to the forward record of the item.
  ///
  /// Shape: for each value its ordinal (varint), then the number of its text (varint) or its worth
  /// (8 bytes). Of an attribute that is no list the first value counts, and only those of the
  /// declared type.
  mutating func appendAttributes(
    _ item: borrowing ItemBuffer, _ declared: [IndexedAttribute]
  ) {
    var before = -1
    for value in item.attributes {
      let ordinal = Int(value.ordinal)
      guard ordinal < declared.count, declared[ordinal].kind == value.kind else { continue }
      switch value.kind {
      case .text, .listElement:
        guard value.kind == .listElement || ordinal != before else { continue }
        forward.append(varint: UInt64(ordinal))
        forward.append(varint: UInt64(values.intern(value.ordinal, item.bytes, value.text)))
      case .number, .boolean, .date, .place:
        guard ordinal != before, !value.worth.isNaN else { continue }
        values.note(value.ordinal, value.worth)
        forward.append(varint: UInt64(ordinal))
        forward.append(littleEndian: value.worth.bitPattern)
      }
      before = ordinal
    }
  }
}

extension Run {
  /// The place of a term's stem in the tally of the item at hand; nil when it has none.
  ///
  /// Called after `entry` of the term itself. A word is stemmed once in a run; after that the number
  /// of its stem is looked up.
  @inline(__always)
  mutating func stemEntry(_ term: UInt32, _ analyzer: Analyzer) -> Int? {
    guard analyzer.stems else { return nil }
    let index = Int(term)
    let known = index < stems.count ? stems[index] : 0
    let stem = known == 0 ? makeStem(term) : known
    return stem == .max ? nil : entry(stem &- 1)
  }

  @inline(never)
  private mutating func makeStem(_ term: UInt32) -> UInt32 {
    let index = Int(term)
    if index >= stems.count {
      stems.append(contentsOf: repeatElement(0, count: terms.count - stems.count))
    }
    var stem = ByteArena(capacity: 64)
    var found = UInt32.max
    if stemmer?.append(stemOf: terms.bytes, terms.range(index), to: &stem) ?? false {
      found = terms.intern(stem, stem.all) &+ 1
    }
    stems[index] = found
    return found
  }
}
