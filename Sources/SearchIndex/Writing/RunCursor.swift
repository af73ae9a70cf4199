import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// Items in order, in memory or spilled.
enum RunSource: Sendable {
  case memory(SealedPart)
  case spilled(Spill)

  var documentCount: Int {
    switch self {
    case .memory(let sealed): sealed.part.documents.count
    case .spilled(let spill): spill.documentCount
    }
  }

  var termCount: Int {
    switch self {
    case .memory(let sealed): sealed.termCount
    case .spilled(let spill): spill.termCount
    }
  }

  /// How many texts the attributes have.
  var valueCount: Int {
    switch self {
    case .memory(let sealed): sealed.values.order.count
    case .spilled(let spill): spill.valueCount
    }
  }

  /// Whether some record has a digest.
  var hasDigests: Bool {
    switch self {
    case .memory(let sealed): !sealed.digests.isEmpty
    case .spilled(let spill): spill.extras.contains(.digest)
    }
  }

  /// What the numbers of the attributes have in common, by ordinal.
  var numbers: [NumberShape] {
    switch self {
    case .memory(let sealed): sealed.part.values.numbers
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

/// Reads a file from front to back through one buffer.
final class SequentialReader {
  private let file: File
  private var fileOffset: Int
  private let end: Int
  /// What is in memory; `at` is the place to read next.
  private(set) var buffer = ByteArena(capacity: 1 << 18)
  private(set) var at = 0

  init(path: String, from start: Int, to end: Int) throws(Failure) {
    file = try File(path: path)
    fileOffset = start
    self.end = end
  }

  /// Makes `count` bytes at `at` available.
  func need(_ count: Int) throws(Failure) {
    guard at + count > buffer.count else { return }
    var rest = ByteArena(capacity: max(1 << 18, count + 4096))
    rest.append(buffer, ByteRange(start: at, count: buffer.count - at))
    swap(&buffer, &rest)
    at = 0
    while buffer.count < count {
      let wanted = min(max(1 << 18, count) - buffer.count, end - fileOffset)
      let got = wanted > 0 ? try file.read(into: &buffer, at: fileOffset, upTo: wanted) : 0
      guard got > 0 else {
        throw Failure(.indexDamaged, "a scratch file ended early", remedy: "run sync again")
      }
      fileOffset += got
    }
  }

  /// Moves on by bytes that `need` has made available.
  func skip(_ count: Int) { at += count }
}
