package import FootlightPlatform

/// A block of item records in the stream `stored`.
///
/// Shape: how many records times four plus how they are written (varint: 0 plain, 1 compressed together, 2 compressed
/// after another block, 3 letter by letter), how many bytes follow the header (varint), for 2 how far before
/// this block that one begins (varint); then the sizes of the records (varints), of those written letter by letter the
/// sizes of their codes, and the bytes. A block that others refer back to is plain and its records have at most
/// ``mostReferred`` bytes.
package enum StoredBlock {
  /// How many bytes the records of a block to which others refer back may have: half of what a match reaches.
  package static let mostReferred = 1 << 15
  /// How many records a block holds at most.
  package static let mostRecords = 128

  /// How the records are written.
  package enum Form: UInt64 {
    case plain = 0
    case compressed = 1
    case compressedBehind = 2
    case letters = 3
  }

  /// The most bytes that a header takes.
  static let headerLimit = 30

  /// The facts in a header.
  package struct Header {
    /// How many records there are.
    var records: Int
    package var form: Form
    /// How many bytes follow the header.
    var size: Int
    /// How far before the block that one begins to which it refers back; 0 for none.
    package var behind: Int
    /// The size of the header.
    var body: Int
  }

  /// Appends a header.
  ///
  /// - Parameter behind: how far before it the block begins to which it refers back.
  package static func writeHeader(
    records: Int, _ form: Form, size: Int, behind: Int?, into target: inout ByteArena
  ) {
    target.append(varint: UInt64(records) << 2 | form.rawValue)
    target.append(varint: UInt64(size))
    if let behind { target.append(varint: UInt64(behind)) }
  }

  /// Reads a header; nil when it is damaged.
  package static func header(_ view: ChunkView) -> Header? {
    var at = 0
    let packed = UInt64(bitPattern: Int64(view.varint(&at)))
    let size = UInt64(bitPattern: Int64(view.varint(&at)))
    guard let form = Form(rawValue: packed & 3), packed >> 2 > 0, packed >> 2 <= mostRecords,
      size < 1 << 31
    else { return nil }
    let behind = form == .compressedBehind ? view.varint(&at) : 0
    guard (0..<1 << 40).contains(behind), form != .compressedBehind || behind > 0 else {
      return nil
    }
    return Header(
      records: Int(packed >> 2), form: form, size: Int(size), behind: behind, body: at)
  }

  /// A record of a block: where it lies among all of them, and where those begin after the header.
  struct Place {
    var start: Int
    var size: Int
    /// The size of all records.
    var all: Int
    var records: Int
  }

  /// Where a record of a block lies; nil when there is none or the block is damaged.
  ///
  /// - Parameter body: the bytes after the header.
  static func place(_ ordinal: Int, _ header: Header, _ body: ChunkView) -> Place? {
    guard ordinal < header.records, body.count == header.size else { return nil }
    var place = Place(start: 0, size: 0, all: 0, records: 0)
    for record in 0..<header.records {
      let size = body.varint(&place.records)
      guard (0..<1 << 31).contains(size) else { return nil }
      if record == ordinal {
        place.start = place.all
        place.size = size
      }
      place.all &+= size
    }
    let bytes = body.count - place.records
    // No code of the block format yields more than 255 bytes for one.
    let most = header.form == .plain || header.form == .letters ? bytes : bytes * 255 + 64
    guard place.all <= most, header.form != .plain || place.all == bytes else { return nil }
    return place
  }
}
