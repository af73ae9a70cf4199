package import DeclaredRecords
package import FootlightPlatform
import TextAnalysis

/// The header of a segment: what it says of itself, behind its streams.
package struct SegmentHeader: Sendable {
  package var items = 0
  package var terms = 0
  /// The bits of a term in `fwd`.
  package var termBits = 1
  /// The bits of a name's ordinal in `names`.
  package var ordinalBits = 1
  /// The sums of documents over all terms, and of documents in names.
  package var documents: UInt64 = 0
  package var inNames: UInt64 = 0
  package var expiring = 0
  /// How many entries `names` and `keys` have.
  package var names = 0
  package var keys = 0
  /// Where the directory of the columns begins in `values`.
  package var columnDirectory = 0
  /// The size of each stream in bytes, by its raw value.
  package var sizes = [Int](repeating: 0, count: SegmentStream.allCases.count)
  package var language = ""
  /// Whether words have stems.
  package var hasStems = false
  package var stopWords: [String] = []
  package var attributes: [IndexedAttribute] = []
  package var weights = RankingWeights.undeclared
  /// The code of the impact bytes in short lists.
  package var impacts = PrefixCode(counts: [UInt32](repeating: 0, count: 256))
  /// Whether words of names are found by what stands within them.
  package var looksInside = false
  /// Whether it is the dictionary of items that a delta hides, and nothing else.
  var isDictionary = false
  package var analyzerVersion: UInt64 = 0
  /// A hash over the checksums of all chunks: segments with other contents have another one.
  package var identity: UInt64 = 0
  /// The first four terms plus one of the first sample of each chunk of `nsparse`: with them a
  /// search for a name loads one such chunk instead of seven.
  package var nameSamples: [UInt32] = []

  /// The mark after the language where words have stems.
  private static let stemmed = "stems"
  private static let magic: [UInt8] = Array("FTLT".utf8)

  package init() {}

  /// Its bytes, with their checksum after them.
  package func write() -> ByteArena {
    var bytes = ByteArena(capacity: 256)
    bytes.append(SegmentHeader.magic)
    bytes.append(varint: UInt64(SegmentFormat.version))
    for number in [
      items, terms, termBits, expiring, names, keys, columnDirectory, ordinalBits,
    ] + sizes {
      bytes.append(varint: UInt64(number))
    }
    bytes.append(varint: documents)
    bytes.append(varint: inNames)
    bytes.append(varint: analyzerVersion)
    bytes.append(varint: UInt64(nameSamples.count))
    for term in nameSamples { bytes.append(varint: UInt64(term)) }
    let languages = hasStems ? [language, SegmentHeader.stemmed] : [language]
    for list in [languages, stopWords, attributes.map(\.name)] {
      bytes.append(varint: UInt64(list.count))
      for text in list {
        bytes.append(varint: UInt64(text.utf8.count))
        bytes.append(text)
      }
    }
    for attribute in attributes { bytes.append(attribute.kind.rawValue) }
    for number in weights.numbers { bytes.append(littleEndian: number.bitPattern) }
    let impactBytes = impacts.sizes.indices.filter { impacts.sizes[$0] > 0 }
    bytes.append(varint: UInt64(impactBytes.count))
    for byte in impactBytes {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      bytes.append(impacts.sizes[byte])
    }
    bytes.append(littleEndian: identity)
    bytes.append((isDictionary ? 1 : 0) | (looksInside ? 2 : 0))
    bytes.append(littleEndian: bytes.hash(bytes.all))
    return bytes
  }

  /// Reads its bytes.
  ///
  /// - Throws: `index.format` for another version, `index.damaged` when the bytes make no sense.
  package init(_ bytes: borrowing ByteArena, path: String) throws(Failure) {
    let damaged = Failure(
      .indexDamaged, "the header of the index is damaged", at: SourceLocation(file: path),
      remedy: "run 'footlight sync' to build it again")
    var at = 4
    guard bytes.count > 12,
      bytes.bytes(ByteRange(start: 0, count: 4)) == SegmentHeader.magic,
      let version = bytes.varint(&at)
    else { throw damaged }
    guard version == UInt64(SegmentFormat.version) else {
      throw Failure(
        .indexFormat,
        "the index has format \(version), this version reads \(SegmentFormat.version)",
        at: SourceLocation(file: path), remedy: "run 'footlight sync' to build it again")
    }
    let body = ByteRange(start: 0, count: bytes.count - 8)
    guard bytes.load(body.upperBound, as: UInt64.self) == bytes.hash(body) else { throw damaged }
    var numbers: [Int] = []
    for _ in 0..<(8 + sizes.count) {
      guard let number = bytes.varint(&at), number < 1 << 48 else { throw damaged }
      numbers.append(Int(number))
    }
    items = numbers[0]
    terms = numbers[1]
    termBits = numbers[2]
    expiring = numbers[3]
    names = numbers[4]
    keys = numbers[5]
    columnDirectory = numbers[6]
    ordinalBits = numbers[7]
    sizes = Array(numbers[8...])
    guard let documents = bytes.varint(&at), let inNames = bytes.varint(&at),
      let analyzerVersion = bytes.varint(&at), (1...32).contains(termBits),
      (1...16).contains(ordinalBits)
    else { throw damaged }
    self.documents = documents
    self.inNames = inNames
    self.analyzerVersion = analyzerVersion
    guard let samples = bytes.varint(&at), samples <= UInt64(bytes.count) else { throw damaged }
    for _ in 0..<samples {
      guard let term = bytes.varint(&at) else { throw damaged }
      nameSamples.append(UInt32(truncatingIfNeeded: term))
    }
    guard let languages = SegmentHeader.texts(bytes, &at), let language = languages.first,
      let stopWords = SegmentHeader.texts(bytes, &at),
      let names = SegmentHeader.texts(bytes, &at), names.count <= body.upperBound - at
    else { throw damaged }
    self.language = language
    hasStems = languages.dropFirst().contains(SegmentHeader.stemmed)
    self.stopWords = stopWords
    for (place, name) in names.enumerated() {
      guard let kind = ItemBuffer.AttributeKind(rawValue: bytes[at + place]) else { throw damaged }
      attributes.append(IndexedAttribute(name, kind))
    }
    at += names.count
    guard at + weights.numbers.count * 8 + 9 < body.upperBound else { throw damaged }
    weights.numbers = weights.numbers.indices.map {
      Double(bitPattern: bytes.load(at + $0 * 8))
    }
    at += weights.numbers.count * 8
    guard let impacts = SegmentHeader.impacts(bytes, &at), at + 9 == body.upperBound else {
      throw damaged
    }
    self.impacts = impacts
    identity = bytes.load(body.upperBound - 9)
    isDictionary = bytes[body.upperBound - 1] & 1 == 1
    looksInside = bytes[body.upperBound - 1] & 2 == 2
  }

  /// Leaves what tells how many items hold each word.
  package mutating func reduceToDictionary() {
    isDictionary = true
    names = 0
    keys = 0
    expiring = 0
    columnDirectory = 0
    nameSamples = []
    sizes = sizes.map { _ in 0 }
  }

  /// The analysis of the index.
  var analyzer: Analyzer {
    Analyzer(
      language: Language(rawValue: language) ?? .none, stopWords: stopWords, stems: hasStems)
  }

  /// How the entries of `names` are packed.
  package var nameRows: NameRows { NameRows(items: items, ordinalBits: ordinalBits) }

  /// Documents are numbered in thirty bits.
  private static let mostItems = 1 << 30

  /// Whether the numbers agree with each other and with the size of the file.
  func fits(fileSize: Int) -> Bool {
    func size(_ stream: SegmentStream) -> Int { sizes[stream.rawValue] }
    guard items <= SegmentHeader.mostItems else { return false }
    if isDictionary {
      let streams = SegmentStream.ofDictionary.reduce(0) { $0 + size($1) }
      return streams <= fileSize && sizes.reduce(0, +) == streams
        && terms <= min(size(.term), Int(UInt32.max)) && (terms == 0) == (size(.tidx) == 0)
        && size(.ranges) % WideRange.entrySize == 0
    }
    let samples = (names + SegmentFormat.namesPerSparse - 1) / SegmentFormat.namesPerSparse
    let rows = (items + DocumentRow.documents - 1) / DocumentRow.documents
    let keyRows = (keys + PackedRows.perRow - 1) / PackedRows.perRow
    return sizes.reduce(0, +) <= fileSize
      && rows <= size(.docs) / DocumentRow.frame && size(.drows) == rows * 4
      && size(.names) == nameRows.rows.size(count: names)
      && size(.nsparse) == samples * SegmentFormat.sparseEntry
      && size(.keys) == KeyRows(items: items).rows.size(count: keys)
      && size(.krows) == keyRows * 4
      && columnDirectory <= size(.values) && size(.columns) % SegmentFormat.chunk == 0
      && size(.trigrams) % SegmentFormat.trigramEntry == 0
      && size(.places) % SegmentFormat.placeEntry == 0
      && (expiring == 0 || size(.expiry) == items * 8)
      && size(.digests) % 8 == 0 && (size(.digests) == 0 || size(.digests) >= items * 8)
      && terms <= min(size(.term), Int(UInt32.max)) && (terms == 0) == (size(.tidx) == 0)
      && size(.ranges) % WideRange.entrySize == 0 && size(.firsts) % WideRange.firstSize == 0
      && nameSamples.count % 4 == 0
  }

  private static func impacts(_ bytes: borrowing ByteArena, _ at: inout Int) -> PrefixCode? {
    guard let count = bytes.varint(&at), count <= 256, 2 * Int(count) <= bytes.count - at else {
      return nil
    }
    var sizes = [UInt8](repeating: 0, count: 256)
    for _ in 0..<count {
      sizes[Int(bytes[at])] = bytes[at + 1]
      at += 2
    }
    return PrefixCode(sizes: sizes)
  }

  private static func texts(_ bytes: borrowing ByteArena, _ at: inout Int) -> [String]? {
    guard let count = bytes.varint(&at), count < 1 << 20 else { return nil }
    var list: [String] = []
    for _ in 0..<count {
      guard let size = bytes.varint(&at), size <= UInt64(bytes.count - at) else { return nil }
      list.append(bytes.text(ByteRange(start: at, count: Int(size))))
      at += Int(size)
    }
    return list
  }
}
