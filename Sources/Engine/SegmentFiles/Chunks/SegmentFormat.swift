/// The numbers of the file format; another version means another fingerprint and a rebuild.
package enum SegmentFormat {
  /// The version of the format, part of every fingerprint.
  package static let version = 11
  /// The bytes of a chunk, which has a checksum: entries of every size that streams have (4, 8, 12, 20, 24 and 96) fill it
  /// without a rest.
  package static var chunk: Int { 16_320 }
  /// How many chunks a stream of a size has.
  package static func chunks(of size: Int) -> Int { (size + chunk - 1) / chunk }
  /// The most bytes of a term; analysis cuts what is longer.
  static let longestTerm = 255
  /// An entry of `nsparse`: four terms, smallest document.
  package static var sparseEntry: Int { 20 }
  /// An entry of `places`: code on the curve, document.
  static let placeEntry = 12
  /// An entry of `trigrams`.
  package static let trigramEntry = 8
  /// So many three bytes of `insides` an entry of `trigrams` stands for.
  package static let trigramsPerEntry = 32
  /// So many terms, one after the other, are a group of `insides`: in a small dictionary the lists would be large beside the
  /// names, in a large one the texts of whole groups would take long to read.
  package static func termsPerGroup(of terms: Int) -> Int { terms > 1 << 15 ? 1 : 16 }
  /// So many stems have their families in a row of `families`.
  package static let stemsPerRow = 32
  /// Stands for the end of a term in `insides`; UTF-8 holds no such byte.
  package static let endOfTerm: UInt8 = 0xFF
  /// How many entries of `names` one entry of `nsparse` stands for.
  package static var namesPerSparse: Int { PackedRows.perRow }
  /// How many terms a dictionary block holds at most.
  package static var termsPerBlock: Int { 128 }
}

/// The streams of a segment, in the order in which they lie there.
package enum SegmentStream: Int, CaseIterable, Sendable {
  /// Compressed blocks of item records, in the order of the source.
  case stored
  /// The codes by which records were stored letter by letter (`RecordTables`); nothing where none was.
  case model
  /// Rows of 32 documents: where each one lies in `fwd`, `long` and `stored`, and its order.
  case docs
  /// Where the rows of `docs` begin (4).
  case drows
  /// Per document: the terms of names and keywords.
  case fwd
  /// Per document that has one: the terms of description and body.
  case long
  /// The codes of terms in `long`, and the frequent terms among them.
  case common
  /// Names sorted by their terms, titles before aliases, packed: ordinal, document.
  case names
  /// Every 32nd name: its first four terms plus one, and the smallest document of the 32.
  case nsparse
  /// Ids, addresses and keys of sources sorted by their hashes, packed: eight bits of the hash,
  /// document, kind.
  case keys
  /// The upper half of the first hash of each row of `keys` (4).
  case krows
  /// The digests of the records by document (8), then those of records that were skipped; nothing
  /// where the source gives none.
  case digests
  /// When documents expire (8), if any does.
  case expiry
  /// The codes of attributes by document, each column in chunks of its own.
  case columns
  /// The places of all attributes in the order of the curve: its code (8), the document (4).
  case places
  /// The texts of attributes, their samples, and the directory of the columns.
  case values
  /// Posting lists.
  case post
  /// Dictionary blocks.
  case term
  /// One entry a dictionary block.
  case tidx
  /// For each three bytes within a term of a name, the groups of terms that hold them; where the settings ask for it.
  case insides
  /// Of every 32nd three bytes of `insides`: these (3), and where they stand there (5).
  case trigrams
  /// For each stem the words that have it, in rows of 32 stems.
  case families
  /// How many stems there are, then where the rows of `families` begin (4).
  case frows
  /// Prefixes that many terms begin with: their terms, how many documents hold one.
  case ranges
  /// The first documents that hold one of those of the short ones (24 · 4).
  case firsts

  /// The streams of a dictionary.
  package static let ofDictionary: [SegmentStream] = [.term, .tidx, .ranges]
}
