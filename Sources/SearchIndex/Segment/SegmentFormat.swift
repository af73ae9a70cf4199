/// The numbers of the file format; another version means another fingerprint and a rebuild.
public enum SegmentFormat {
  /// The version of the format, part of every fingerprint.
  public static let version = 4
  /// The size of an SQLite page.
  static let pageSize = 16_384
  /// The payload of a chunk: with its checksum and the record header it fills one leaf page
  /// (SQLite file format, section 1.6: at most usable size − 35 bytes stay on a leaf).
  static let chunk = 16_320
  /// The size of a record of the stream `docs`, and how many fit a chunk.
  static let documentRecord = 20
  static let documentsPerChunk = chunk / documentRecord
  /// An entry of `names` (document, ordinal), of `nsparse` (four terms, smallest document), and of
  /// `keys` (the upper 40 bits of a hash, document).
  static let nameEntry = 6
  static let sparseEntry = 20
  static let keyEntry = 9
  /// How many entries of `names` one entry of `nsparse` stands for.
  static let namesPerSparse = 32
  /// How many terms a dictionary block holds at most.
  static let termsPerBlock = 128
  /// How far a hash is shifted to the 40 bits that are kept.
  static let hashShift: UInt64 = 24
  /// The bit of a key's document that tells an address from an id.
  static let addressBit: UInt32 = 1 << 31
  /// The bit of a key's document that tells the key of a source from an id.
  static let sourceBit: UInt32 = 1 << 30
  /// "No such record" in a 40-bit offset.
  static let none40: UInt64 = (1 << 40) - 1
}

/// The streams of a segment; each is a table of chunks, `b_<name>`.
enum SegmentStream: Int, CaseIterable {
  /// Compressed blocks of item records, in the order of the source.
  case stored
  /// Per document: order (8), offset in `fwd` (5), offset in `stored` (5), byte in the block (2).
  case docs
  /// Per document: the terms of names and keywords.
  case fwd
  /// Per document that has one: the terms of description and body.
  case long
  /// The terms (4) with short codes in `long`.
  case common
  /// Names sorted by their terms: document (4), ordinal (2).
  case names
  /// Every 32nd name: its first four terms plus one, and the smallest document of the 32.
  case nsparse
  /// Hashes of ids, addresses and keys of sources, sorted: upper bits of the hash (5), document (4).
  case keys
  /// The digests of the records by document (8), then those of records that were skipped; nothing
  /// where the source gives none.
  case digests
  /// When documents expire (8), if any does.
  case expiry
  /// The codes of attributes by document, each column in chunks of its own.
  case columns
  /// The texts of attributes, their samples, and the directory of the columns.
  case values
  /// Posting lists.
  case post
  /// Dictionary blocks.
  case term
  /// One entry a dictionary block.
  case tidx

  var table: String {
    switch self {
    case .stored: "b_stored"
    case .docs: "b_docs"
    case .fwd: "b_fwd"
    case .long: "b_long"
    case .common: "b_common"
    case .names: "b_names"
    case .nsparse: "b_nsparse"
    case .keys: "b_keys"
    case .digests: "b_digests"
    case .expiry: "b_expiry"
    case .columns: "b_columns"
    case .values: "b_values"
    case .post: "b_post"
    case .term: "b_term"
    case .tidx: "b_tidx"
    }
  }
}
