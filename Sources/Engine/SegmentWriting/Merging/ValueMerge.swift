import FootlightPlatform

/// The texts of one attribute, as they were written to the stream `values`.
struct PendingDictionary {
  /// How many there are.
  var count = 0
  /// How many values of items they are.
  var values: UInt64 = 0
  /// Where they begin.
  var start = 0
  /// Where every 64th begins, and where these numbers will lie.
  var samples: [UInt64] = []
  var samplesStart = 0
}

/// A k-way merge of the texts of the attributes of all runs.
///
/// Texts that are folded alike are one value with one code; codes of an attribute count from 1 in
/// the byte order of the folded texts. The spelling that occurs most often stands for all, the first
/// in byte order among equals.
///
/// Shape of a text in `values`: size of it folded, it folded; 0 when it is spelled like that,
/// otherwise the size of the spelling plus one, and the spelling. Sizes are varints.
struct ValueMerge {
  private(set) var dictionaries: [PendingDictionary]
  /// For each run, the code of each of its texts.
  private(set) var codes: [[UInt32]]

  init(
    attributes: Int, _ runs: [SortedRun], _ file: SegmentFile, step: Int
  ) throws(Failure) {
    dictionaries = [PendingDictionary](repeating: PendingDictionary(), count: attributes)
    codes = runs.map { [UInt32](repeating: 0, count: $0.valueCount) }
    var cursors = CursorList<ValueCursor>(room: runs.count)
    var keys: [UInt64?] = []
    for run in runs {
      var cursor = ValueCursor(run, step: step)
      keys.append(try cursor.advance())
      cursors.append(cursor)
    }
    var tree = LoserTree(keys) { cursors.compare($0, $1) { $0.follows($1) } }
    var group = SpellingGroup()
    var bytes = ByteArena(capacity: 1 << 17)
    while let next = tree.next {
      let key = try cursors.with(next) { (cursor) throws(Failure) -> UInt64? in
        if !group.holds(cursor.folded) {
          try write(&group, &bytes, file)
          group.begin(cursor.folded)
          dictionaries[group.ordinal].count += 1
        }
        group.add(cursor.text, cursor.holding)
        dictionaries[group.ordinal].values += UInt64(cursor.holding)
        codes[next][Int(cursor.number)] =
          UInt32(truncatingIfNeeded: dictionaries[group.ordinal].count)
        return try cursor.advance()
      }
      tree.move(to: key) { cursors.compare($0, $1) { $0.follows($1) } }
    }
    try write(&group, &bytes, file)
    try file.append(.values, bytes, bytes.all)
  }

  /// Writes the value at hand, if there is one.
  private mutating func write(
    _ group: inout SpellingGroup, _ bytes: inout ByteArena, _ file: SegmentFile
  ) throws(Failure) {
    guard group.isOpen else { return }
    let offset = file.offset(.values) + bytes.count
    let place = dictionaries[group.ordinal].count - 1
    if place == 0 { dictionaries[group.ordinal].start = offset }
    if place % ValueDictionary.perSample == 0 {
      dictionaries[group.ordinal].samples.append(UInt64(offset))
    }
    group.end(into: &bytes)
    if bytes.count > 1 << 16 {
      try file.append(.values, bytes, bytes.all)
      bytes.removeAll()
    }
  }
}

/// The spellings of one value.
private struct SpellingGroup: ~Copyable {
  private(set) var isOpen = false
  /// The folded text, with the ordinal before it.
  private var folded = ByteArena(capacity: 256)
  /// The spelling at hand and the commonest one so far, and how often they occur.
  private var current = ByteArena(capacity: 256)
  private var commonest = ByteArena(capacity: 256)
  private var count: UInt64 = 0
  private var most: UInt64 = 0

  /// The ordinal of the attribute.
  var ordinal: Int { isOpen ? Int(folded[0]) << 8 | Int(folded[1]) : 0 }

  func holds(_ other: borrowing ByteArena) -> Bool {
    isOpen && folded.equals(folded.all, other, other.all)
  }

  mutating func begin(_ other: borrowing ByteArena) {
    isOpen = true
    folded.removeAll()
    folded.append(other, other.all)
    current.removeAll()
    count = 0
    most = 0
  }

  mutating func add(_ text: borrowing ByteArena, _ holding: UInt32) {
    if count == 0 || !current.equals(current.all, text, text.all) {
      settle()
      current.removeAll()
      current.append(text, text.all)
      count = 0
    }
    count += UInt64(holding)
  }

  private mutating func settle() {
    guard count > most else { return }
    most = count
    commonest.removeAll()
    commonest.append(current, current.all)
  }

  mutating func end(into bytes: inout ByteArena) {
    settle()
    isOpen = false
    let text = ByteRange(start: 2, count: folded.count - 2)
    bytes.append(varint: UInt64(text.count))
    bytes.append(folded, text)
    if commonest.equals(commonest.all, folded, text) {
      bytes.append(0)
    } else {
      bytes.append(varint: UInt64(commonest.count) + 1)
      bytes.append(commonest, commonest.all)
    }
  }
}
