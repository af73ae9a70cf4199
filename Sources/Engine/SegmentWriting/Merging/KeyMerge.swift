import FootlightPlatform

/// Sorted keys of several spills in one order: by hash, then by document.
struct KeyMerge: ~Copyable {
  private var readers: CursorList<SpillReader>
  /// The hash, and below it the document.
  private var tree: LoserTree<UInt128>

  init(_ spills: [Spill], step: Int) throws(Failure) {
    var readers = CursorList<SpillReader>(room: spills.count)
    var keys: [UInt128?] = []
    for spill in spills {
      var reader = SpillReader(spill, step: step)
      keys.append(try KeyMerge.read(&reader))
      readers.append(reader)
    }
    tree = LoserTree(keys) { $0 > $1 }
    self.readers = readers
  }

  /// The next key, and which spill it is from.
  mutating func next() throws(Failure) -> (key: KeyEntry, source: Int)? {
    guard let source = tree.next, let key = tree[source] else { return nil }
    let after = try readers.with(source) { (reader) throws(Failure) in try KeyMerge.read(&reader) }
    tree.move(to: after) { $0 > $1 }
    return (
      KeyEntry(
        hash: UInt64(truncatingIfNeeded: key >> 32), document: UInt32(truncatingIfNeeded: key)),
      source
    )
  }

  @inline(__always)
  private static func read(_ reader: inout SpillReader) throws(Failure) -> UInt128? {
    guard !reader.isAtEnd else { return nil }
    try reader.need(12)
    let at = reader.at
    reader.skip(12)
    return UInt128(reader.buffer.load(at, as: UInt64.self)) << 32
      | UInt128(reader.buffer.load(at + 8, as: UInt32.self))
  }
}
