import DeclaredRecords
import FootlightPlatform

/// Writes the attributes of documents as columns, in the order of the index.
///
/// The texts of all runs are merged first, so that codes are known; then every document adds its
/// codes. In memory are the codes of each run's texts and one chunk a column.
struct ColumnsWriter: ~Copyable {
  private let columns: [PendingColumn]
  /// For each run, the code of each of its texts.
  private let codes: [[UInt32]]
  private var places: NumberedKeys
  /// How many documents were added.
  private var documents: UInt32 = 0

  /// Merges the texts of the runs and writes them to the stream `values`.
  init(
    _ attributes: [IndexedAttribute], _ runs: [SortedRun], _ file: SegmentFile,
    spilling spillFile: SpillFile?, step: Int
  ) throws(Failure) {
    places = NumberedKeys(spillFile, step: step)
    guard !attributes.isEmpty else {
      columns = []
      codes = []
      return
    }
    let texts = try ValueMerge(attributes: attributes.count, runs, file, step: step)
    codes = texts.codes
    var columns: [PendingColumn] = []
    for (ordinal, attribute) in attributes.enumerated() {
      var shape = NumberShape()
      for run in runs where ordinal < run.numbers.count {
        shape.include(run.numbers[ordinal])
      }
      columns.append(PendingColumn(attribute.kind, texts.dictionaries[ordinal], shape))
    }
    self.columns = columns
  }

  /// Adds the next document; its attributes lie in `range` as `Run.appendAttributes` wrote them.
  mutating func add(
    _ bytes: borrowing ByteArena, _ range: ByteRange, run: Int, into file: SegmentFile
  ) throws(Failure) {
    guard !columns.isEmpty else { return }
    var at = range.lowerBound
    while at < range.upperBound {
      let column = columns[Int(bytes.varint32(&at))]
      if column.isText {
        column.found.append(UInt64(codes[run][Int(bytes.varint32(&at))]))
      } else {
        let bits: UInt64 = bytes.load(at)
        column.found.append(column.number.code(Double(bitPattern: bits)))
        if column.kind == .place { try places.add(bits, documents) }
        at += 8
      }
    }
    for column in columns { try column.endDocument(into: file) }
    documents += 1
  }

  /// Ends the columns and writes their directory; returns where it begins in `values`.
  mutating func finish(into file: SegmentFile) throws(Failure) -> Int {
    var rows = ByteArena(capacity: 1 << 14)
    try places.forEach { (entry) throws(Failure) in
      rows.append(entry)
      guard rows.count > 1 << 14 else { return }
      try file.append(.places, rows, rows.all)
      rows.removeAll()
    }
    try file.append(.places, rows, rows.all)
    var bytes = ByteArena(capacity: 1 << 12)
    for column in columns {
      column.dictionary.samplesStart = file.offset(.values)
      for sample in column.dictionary.samples {
        bytes.append(low40: sample)
        if bytes.count > 1 << 16 {
          try file.append(.values, bytes, bytes.all)
          bytes.removeAll()
        }
      }
      try file.append(.values, bytes, bytes.all)
      bytes.removeAll()
    }
    let start = file.offset(.values)
    bytes.append(varint: UInt64(columns.count))
    for column in columns { try column.finish(into: file, directory: &bytes) }
    try file.append(.values, bytes, bytes.all)
    return start
  }
}

/// A column while it is written.
final class PendingColumn {
  let kind: ItemBuffer.AttributeKind
  let number: NumberCode
  var dictionary: PendingDictionary
  /// The codes of the document at hand.
  var found: [UInt64] = []
  private let highest: UInt64
  private let codes: ColumnTrackWriter
  /// Of a list: after each document, how many codes there are so far.
  private let ends: ColumnTrackWriter?
  private var total: UInt64 = 0

  init(_ kind: ItemBuffer.AttributeKind, _ dictionary: PendingDictionary, _ shape: NumberShape) {
    self.kind = kind
    self.dictionary = dictionary
    number = NumberCode(shape, byBits: kind == .place)
    let isText = kind == .text || kind == .listElement
    highest = isText ? UInt64(dictionary.count) : number.highest(shape)
    codes = ColumnTrackWriter(highest: highest)
    ends = kind == .listElement ? ColumnTrackWriter(highest: dictionary.values) : nil
  }

  var isText: Bool { kind == .text || kind == .listElement }

  /// Writes what was found in the document at hand: one code, 0 for none; of a list each code once,
  /// ascending.
  func endDocument(into file: SegmentFile) throws(Failure) {
    if let ends {
      if found.count > 1 { found.sort() }
      var before: UInt64 = 0
      for code in found where code != before {
        try codes.append(code, into: file)
        total += 1
        before = code
      }
      try ends.append(total, into: file)
    } else {
      try codes.append(found.first ?? 0, into: file)
    }
    found.removeAll(keepingCapacity: true)
  }

  /// Writes what is pending, and appends what the directory says of the column.
  ///
  /// Shape: kind (1); how many texts, where they and their samples begin; the highest code (varints);
  /// form (1) and base (8) of numbers; the tracks of codes and, of a list, of ends: width (1), number
  /// of entries, number of chunks, the chunks' numbers less the one before (varints).
  func finish(into file: SegmentFile, directory: inout ByteArena) throws(Failure) {
    directory.append(kind.rawValue)
    directory.append(varint: UInt64(dictionary.count))
    directory.append(varint: UInt64(dictionary.start))
    directory.append(varint: UInt64(dictionary.samplesStart))
    directory.append(varint: highest)
    directory.append(number.form.rawValue)
    directory.append(littleEndian: number.base)
    try codes.finish(into: file, directory: &directory)
    try ends?.finish(into: file, directory: &directory)
  }
}

/// Numbers of one width, in chunks of their own within the stream `columns`.
final class ColumnTrackWriter {
  private let width: Int
  private var bytes = ByteArena(capacity: SegmentFormat.chunk)
  private var rows: [UInt32] = []
  private var count = 0

  init(highest: UInt64) {
    width = highest < 1 << 8 ? 1 : highest < 1 << 16 ? 2 : highest < 1 << 32 ? 4 : 8
  }

  func append(_ number: UInt64, into file: SegmentFile) throws(Failure) {
    bytes.append(word: number, count: width)
    count += 1
    if bytes.count == SegmentFormat.chunk { try flush(into: file) }
  }

  private func flush(into file: SegmentFile) throws(Failure) {
    rows.append(UInt32(truncatingIfNeeded: file.offset(.columns) / SegmentFormat.chunk))
    try file.append(.columns, bytes, bytes.all)
    try file.pad(.columns)
    bytes.removeAll()
  }

  func finish(into file: SegmentFile, directory: inout ByteArena) throws(Failure) {
    if bytes.count > 0 { try flush(into: file) }
    directory.append(UInt8(truncatingIfNeeded: width))
    directory.append(varint: UInt64(count))
    directory.append(varint: UInt64(rows.count))
    var before: UInt32 = 0
    for row in rows {
      directory.append(varint: UInt64(row &- before))
      before = row
    }
  }
}
