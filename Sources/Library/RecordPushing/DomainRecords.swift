import DeclaredRecords
public import FootlightPlatform
import Synchronization

/// The records of a domain that programs push: one with `kind: external`, or one that was registered
/// without a source.
///
/// Every call happens whole or not at all, and returns when the next search sees what it did.
///
/// ```swift
/// let tasks = library.records(of: "tasks")
/// try tasks.index([["id": "7", "title": "Buy milk", "tags": ["home"]]])
/// try tasks.delete(ids: ["8"])
/// ```
public struct DomainRecords: Detaching {
  /// The domain; for ``deleteAll()`` it may be a group.
  public let domain: String
  /// How the calls work, with their hooks, progress and cancellation.
  public var options: PushOptions
  let open: OpenWorkspace

  package init(_ domain: String, in open: OpenWorkspace, options: PushOptions) {
    self.domain = domain
    self.open = open
    self.options = options
  }

  /// Indexes records, each in place of the one with its id.
  ///
  /// A record without a value for its id gets a new one, where the id is a field of the record;
  /// ``PushReport/ids`` tells it.
  ///
  /// - Complexity: each record is mapped once, and stored once; memory does not grow with their number.
  /// - Throws: `domain.unknown`, `domain.not-external`, `push.refused` with all that is wrong with
  ///   the records, `lock.held`, `cancelled`.
  @discardableResult
  public func index(_ records: [Record]) throws(Failure) -> PushReport {
    try open.index(records, into: domain, merging: false, options: options)
  }

  /// Indexes records that come as JSON lines, such as those of standard input: an object a line.
  ///
  /// Nothing is locked while the input is read, and memory does not grow with it.
  ///
  /// - Parameters:
  ///   - merging: whether the records are partial, as for ``merge(partialRecords:)``.
  ///   - state: what is stored in the same step.
  /// - Throws: as ``index(_:)``; `index.state-too-long`, `index.state-conflict`.
  @discardableResult
  public func index(
    _ input: LineInput, merging: Bool = false, state: ClientState? = nil
  ) throws(Failure) -> PushReport {
    try open.index(input, into: domain, merging: merging, state: state, options: options)
  }

  /// Changes records in part: the given fields take the place of those that are there, and null
  /// removes one.
  ///
  /// A partial record whose id no record has is ignored.
  ///
  /// - Throws: as ``index(_:)``; `push.changes-id`.
  @discardableResult
  public func merge(partialRecords records: [Record]) throws(Failure) -> PushReport {
    try open.index(records, into: domain, merging: true, options: options)
  }

  /// Deletes records by their ids within the domain; an id that no record has is fine.
  ///
  /// - Throws: `domain.unknown`, `domain.not-external`, `lock.held`, `cancelled`.
  @discardableResult
  public func delete(ids: [String]) throws(Failure) -> PushReport {
    try open.delete(ids: ids, options: options) { (id) throws(Failure) in (domain, id) }
  }

  /// Deletes all records of the domain; of a group, those of all domains below it.
  ///
  /// - Throws: `domain.unknown`, `domain.not-external`, `lock.held`, `cancelled`.
  @discardableResult
  public func deleteAll() throws(Failure) -> PushReport {
    try open.delete(domains: [domain], options: options)
  }

  /// Begins a batch: what is handed to it is stored and found when it ends, together with the
  /// program's state, or not at all.
  ///
  /// A program whose batch is killed asks for ``lastClientState(of:)`` and goes on from there.
  ///
  /// - Throws: `domain.unknown`, `domain.not-external`, `batch.name` for an empty name, `batch.open`
  ///   while another batch of this library is open for the domain.
  public func beginBatch(_ name: String) throws(Failure) -> PushBatch {
    try open.beginBatch(name, into: domain, options: options)
  }

  /// The state that a program stored with its last batch of a name; nil for none.
  ///
  /// - Throws: `domain.unknown`, `domain.not-external`.
  public func lastClientState(of batch: String) throws(Failure) -> String? {
    try open.lastClientState(of: batch, in: domain)
  }

  /// A queue that indexes the changes of a program's own objects.
  public func queue(_ mode: IndexQueue.Mode) -> IndexQueue {
    IndexQueue(mode, of: domain, in: open, options)
  }

  /// Indexes records that are in memory as JSON lines; `name` is what they are called in messages.
  package func index(
    lines: [UInt8], named name: String, merging: Bool, state: ClientState?
  ) throws(Failure) -> PushReport {
    try index(LineInput(lines, name: name), merging: merging, state: state)
  }

  /// Takes JSON lines as a push does, as far as that goes without storing anything.
  ///
  /// - Throws: `push.refused` with what is wrong with the records.
  package func check(lines: [UInt8], merging: Bool) throws(Failure) {
    try open.check(LineInput(lines, name: "lines"), into: domain, merging: merging)
  }
}

/// Lines that a program reads from a pipe, a terminal or a file.
public final class LineInput: Sendable {
  private struct Source: ~Copyable {
    var input: ByteInput?
    /// What is left of lines that are in memory.
    var rest: ArraySlice<UInt8> = []
  }

  private let source: Mutex<Source>
  /// The name of the input in messages.
  public let name: String

  /// The lines of a file, or of a named pipe.
  ///
  /// - Throws: `file.missing`, `file.forbidden`.
  public convenience init(path: String) throws(Failure) {
    self.init(try ByteInput.open(path))
  }

  /// The lines of standard input, to its end.
  public static func standardInput() -> LineInput {
    LineInput(ByteInput(descriptor: 0, name: "standard input"))
  }

  /// Reads an input to its end.
  package init(_ input: consuming sending ByteInput) {
    name = input.name
    source = Mutex(Source(input: consume input))
  }

  /// Lines that are in memory.
  init(_ lines: [UInt8], name: String) {
    self.name = name
    source = Mutex(Source(input: nil, rest: lines[...]))
  }

  func read(into arena: inout ByteArena) throws(Failure) -> Bool {
    let read = try source.withLock { source throws(Failure) in
      var block = ByteArena(capacity: 1 << 16)
      if try source.input?.read(into: &block, upTo: 1 << 16) == nil {
        let piece = Array(source.rest.prefix(1 << 16))
        source.rest.removeFirst(piece.count)
        return piece
      }
      return block.bytes(block.all)
    }
    arena.append(read)
    return !read.isEmpty
  }
}
