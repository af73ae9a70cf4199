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
    case .spilled(let spill): spill.hasDigests
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
  func cursors() throws(Failure) -> [DocumentCursor] {
    var cursors: [DocumentCursor] = []
    for source in all { cursors.append(try DocumentCursor(source)) }
    return cursors
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

/// Walks the documents of a source in order.
final class DocumentCursor {
  private let sealed: SealedPart?
  private let reader: SequentialReader?
  private let count: Int
  private var next = 0
  /// The document at hand; its record begins at `recordStart` of what `withRecord` lends.
  private(set) var document = RunPart.Document(
    orderHigh: 0, orderLow: 0, idHash: 0, start: 0, number: 0, batch: 0, block: 0, position: 0)
  private(set) var recordStart = 0
  /// The hash of its address, or 0.
  private(set) var address: UInt64 = 0
  /// The hash of the key of its source, or 0.
  private(set) var sourceKey: UInt64 = 0
  /// The digest of its record, or 0.
  private(set) var digest: UInt64 = 0
  /// When it expires, or `Int64.max`.
  private(set) var expires: Int64 = .max
  private var pendingSkip = 0

  init(_ source: RunSource) throws(Failure) {
    switch source {
    case .memory(let sealed):
      self.sealed = sealed
      reader = nil
      count = sealed.part.documents.count
    case .spilled(let spill):
      sealed = nil
      count = spill.documentCount
      reader = try SequentialReader(path: spill.path, from: 0, to: spill.termStart)
    }
  }

  /// Moves to the next document; false at the end.
  func advance() throws(Failure) -> Bool {
    guard next < count else { return false }
    if let sealed {
      document = sealed.part.documents[next]
      recordStart = Int(document.start)
      if !sealed.addresses.isEmpty { address = sealed.addresses[next] }
      if !sealed.sourceKeys.isEmpty { sourceKey = sealed.sourceKeys[next] }
      if !sealed.digests.isEmpty { digest = sealed.digests[next] }
      if !sealed.expiries.isEmpty { expires = sealed.expiries[next] }
    } else {
      try advanceSpilled()
    }
    next += 1
    return true
  }

  private func advanceSpilled() throws(Failure) {
    guard let reader else { return }
    reader.skip(pendingSkip)
    try reader.need(76)
    document = reader.buffer.document(at: reader.at)
    address = reader.buffer.load(reader.at + 40)
    sourceKey = reader.buffer.load(reader.at + 48)
    expires = reader.buffer.load(reader.at + 56)
    digest = reader.buffer.load(reader.at + 64)
    let size = Int(reader.buffer.load(reader.at + 72, as: UInt32.self))
    reader.skip(76)
    try reader.need(size)
    recordStart = reader.at
    pendingSkip = size
  }

  /// Lends the bytes that hold the record at hand.
  @inline(__always)
  func withRecord<Result>(_ body: (borrowing ByteArena, Int) -> Result) -> Result {
    if let sealed { return body(sealed.part.records, recordStart) }
    guard let reader else { return body(ByteArena(), 0) }
    return body(reader.buffer, recordStart)
  }
}

/// Walks the terms of a source in byte order.
final class TermCursor {
  /// The term at hand.
  struct Head {
    /// What orders it, its number in the source, its size.
    var key: TermKey
    /// How many documents hold it.
    var holding: UInt32
  }

  private let sealed: SealedPart?
  private let keys: [TermKey]
  private let reader: SequentialReader?
  private let count: Int
  private var next = 0
  /// Where the text of the term at hand lies.
  private var place = ByteRange(start: 0, count: 0)

  init(_ source: RunSource) throws(Failure) {
    switch source {
    case .memory(let sealed):
      self.sealed = sealed
      keys = sealed.takeTerms()
      reader = nil
      count = keys.count
    case .spilled(let spill):
      sealed = nil
      keys = []
      count = spill.termCount
      reader = try SequentialReader(path: spill.path, from: spill.termStart, to: spill.size)
    }
  }

  /// Moves to the next term; nil at the end.
  func advance() throws(Failure) -> Head? {
    let index = next
    guard index < count else { return nil }
    next = index + 1
    if let sealed {
      let key = keys[index]
      return Head(key: key, holding: sealed.part.terms.holding[Int(key.number)])
    }
    guard let reader else { return nil }
    try reader.need(10)
    let size = Int(reader.buffer.load(reader.at, as: UInt16.self))
    let number: UInt32 = reader.buffer.load(reader.at + 2)
    let holding: UInt32 = reader.buffer.load(reader.at + 6)
    reader.skip(10)
    try reader.need(size)
    place = ByteRange(start: reader.at, count: size)
    let first = TermTable.firstBytes(reader.buffer, place)
    reader.skip(size)
    return Head(
      key: TermKey(first: first, number: number, length: UInt32(size)), holding: holding)
  }

  /// Lends the bytes that hold the text of the term at hand.
  func withText<Result>(_ head: Head, _ body: (borrowing ByteArena, ByteRange) -> Result)
    -> Result
  {
    if let sealed {
      return body(sealed.part.terms.bytes, sealed.part.terms.range(Int(head.key.number)))
    }
    guard let reader else { return body(ByteArena(), ByteRange(start: 0, count: 0)) }
    return body(reader.buffer, place)
  }
}
