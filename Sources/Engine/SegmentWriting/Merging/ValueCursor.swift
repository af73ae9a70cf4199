import FootlightDiagnostics
import FootlightPlatform

/// Walks the texts of a source's attributes in order.
final class ValueCursor {
  private let sorted: SortedRun?
  private let reader: SequentialReader?
  private let count: Int
  private var next = 0
  /// The text at hand: its number in the source, and how many values it is.
  private(set) var number: UInt32 = 0
  private(set) var holding: UInt32 = 0
  /// It folded, and as it is; the ordinal of the attribute stands before the folded one.
  private(set) var folded = ByteArena(capacity: 256)
  private(set) var text = ByteArena(capacity: 256)

  init(_ source: RunSource) throws(Failure) {
    switch source {
    case .memory(let sorted):
      self.sorted = sorted
      reader = nil
      count = sorted.values.order.count
    case .spilled(let spill):
      sorted = nil
      count = spill.valueCount
      reader = try SequentialReader(path: spill.path, from: spill.valueStart, to: spill.size)
    }
  }

  /// Moves to the next text; false at the end.
  func advance() throws(Failure) -> Bool {
    guard next < count else { return false }
    folded.removeAll()
    text.removeAll()
    if let sorted {
      number = sorted.values.order[next]
      sorted.appendValue(Int(number), &folded, &text, &holding)
    } else if let reader {
      try reader.need(16)
      number = reader.buffer.load(reader.at)
      holding = reader.buffer.load(reader.at + 4)
      let sizes = (
        Int(reader.buffer.load(reader.at + 8, as: UInt32.self)),
        Int(reader.buffer.load(reader.at + 12, as: UInt32.self))
      )
      reader.skip(16)
      try reader.need(sizes.0 + sizes.1)
      folded.append(reader.buffer, ByteRange(start: reader.at, count: sizes.0))
      text.append(reader.buffer, ByteRange(start: reader.at + sizes.0, count: sizes.1))
      reader.skip(sizes.0 + sizes.1)
    }
    next += 1
    return true
  }

  /// Whether the text at hand stands before another source's.
  func precedes(_ other: ValueCursor) -> Bool {
    let order = folded.compare(folded.all, other.folded, other.folded.all)
    return order != 0
      ? order < 0 : text.compare(text.all, other.text, other.text.all) < 0
  }
}

extension SortedRun {
  /// Appends a text, folded and as it is, and says how many values it is.
  func appendValue(
    _ number: Int, _ folded: inout ByteArena, _ text: inout ByteArena, _ holding: inout UInt32
  ) {
    values.appendFolded(number, to: &folded)
    let range = run.values.texts.range(number)
    let rest = ByteRange(start: range.lowerBound + 2, count: Int(range.count) - 2)
    text.append(run.values.texts.bytes, rest)
    holding = run.values.texts.holding(number)
  }
}
