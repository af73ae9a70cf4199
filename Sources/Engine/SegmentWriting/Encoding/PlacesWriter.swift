import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles

/// Writes the places of documents in the order of the curve to the stream `places`.
///
/// They are sorted some at a time and merged at the end, so that they need little memory.
struct PlacesWriter: ~Copyable {
  /// So many are sorted at a time.
  private static let mostTogether = 1 << 16

  private let spillFile: SpillFile?
  private let step: Int
  private var pending: [KeyEntry] = []
  private var spills: [Spill] = []

  init(_ spillFile: SpillFile?, step: Int) {
    self.spillFile = spillFile
    self.step = step
  }

  /// Adds a place by its code.
  mutating func add(_ code: UInt64, _ document: UInt32) throws(Failure) {
    pending.append(KeyEntry(hash: code, document: document))
    if pending.count == PlacesWriter.mostTogether { try spill() }
  }

  private mutating func spill() throws(Failure) {
    pending.sort { $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document }
    var writer = SpillWriter(spillFile)
    for entry in pending {
      writer.bytes.append(entry)
      try writer.handOn()
    }
    spills.append(try writer.finish())
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes all of them.
  mutating func finish(into file: SegmentFile) throws(Failure) {
    if !pending.isEmpty { try spill() }
    guard !spills.isEmpty else { return }
    var merge = try KeyMerge(spills, step: step)
    var bytes = ByteArena(capacity: SegmentFormat.chunk)
    while let (entry, _) = try merge.next() {
      bytes.append(entry)
      if bytes.count >= 1 << 14 {
        try file.append(.places, bytes, bytes.all)
        bytes.removeAll()
      }
    }
    try file.append(.places, bytes, bytes.all)
  }
}
