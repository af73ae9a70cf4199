import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// Items in order, in memory or spilled.
enum RunSource: Sendable {
  case memory(SortedRun)
  case spilled(Spill)

  var documentCount: Int {
    switch self {
    case .memory(let sorted): sorted.run.documents.count
    case .spilled(let spill): spill.documentCount
    }
  }

  var termCount: Int {
    switch self {
    case .memory(let sorted): sorted.termCount
    case .spilled(let spill): spill.termCount
    }
  }

  /// How many texts the attributes have.
  var valueCount: Int {
    switch self {
    case .memory(let sorted): sorted.values.order.count
    case .spilled(let spill): spill.valueCount
    }
  }

  /// Whether some record has a digest.
  var hasDigests: Bool {
    switch self {
    case .memory(let sorted): !sorted.digests.isEmpty
    case .spilled(let spill): spill.extras.contains(.digest)
    }
  }

  /// The shape of the attributes' numbers, by ordinal.
  var numbers: [NumberShape] {
    switch self {
    case .memory(let sorted): sorted.run.values.numbers
    case .spilled(let spill): spill.numbers
    }
  }
}

/// The sources of a build, which can be let go of before it ends.
final class RunSources: Sendable {
  private let sources: Mutex<[RunSource]>

  init(_ sources: [RunSource]) {
    self.sources = Mutex(sources)
  }

  /// The sources, as long as they are there.
  var all: [RunSource] { sources.withLock { $0 } }

  /// A cursor for each source.
  func cursors() throws(Failure) -> BorrowedCursors<DocumentCursor> {
    var cursors: [DocumentCursor] = []
    for source in all { cursors.append(try DocumentCursor(source)) }
    return BorrowedCursors(cursors)
  }

  /// Frees what is in memory.
  func drop() {
    sources.withLock { $0 = [] }
  }
}
