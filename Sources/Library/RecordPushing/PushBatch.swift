import DeclaredRecords
public import FootlightPlatform
import IndexStores
import Synchronization

/// A batch of pushes; any thread may use it, one at a time.
public final class PushBatch: Sendable {
  /// Its name.
  public let name: String
  /// The domain.
  public let domain: String
  private let open: OpenWorkspace
  private let declared: DeclaredDomain
  private let options: PushOptions
  /// Itself, for its hooks.
  private let owner: HookOwner
  private let contents: Mutex<PushContents?>
  /// Whether one of its hooks has abandoned it.
  private let isAbandoned = Atomic<Bool>(false)

  init(
    _ name: String, of declared: DeclaredDomain, in open: OpenWorkspace, _ options: PushOptions,
    owner: HookOwner, _ contents: consuming sending PushContents
  ) {
    self.open = open
    self.name = name
    self.declared = declared
    self.options = options
    self.owner = owner
    domain = declared.definition.name
    self.contents = Mutex(contents)
  }

  deinit {
    close()
  }

  /// Adds records, each in place of the one with its id.
  public func index(_ records: [Record]) throws(Failure) {
    try add(records.map { declared.definition.identified($0) }, isMerging: false)
  }

  /// Adds partial records.
  public func merge(partialRecords records: [Record]) throws(Failure) {
    try add(records, isMerging: true)
  }

  /// Deletes items by their ids within the domain.
  public func delete(ids: [String]) throws(Failure) {
    try withContents { (contents) throws(Failure) in
      for id in ids {
        try contents.spool.add(PushSpool.Entry(domain: domain, action: .delete, id: id, line: 0))
      }
    }
  }

  /// Stores and indexes all of it together with a state; the batch is over when that succeeds.
  ///
  /// - Parameter expected: what must be stored now; nil when that does not matter, empty for none.
  /// - Throws: `index.state-too-long`, `index.state-conflict`, `push.refused`, `lock.held`; then
  ///   nothing has happened, and the batch can be ended again or abandoned. What is stored and could
  ///   not be brought into the index is no failure but the warning `push.waits` of the report.
  @discardableResult
  public func endBatch(
    clientState text: String, expected: String? = nil
  ) throws(Failure) -> PushReport {
    try owner.check()
    let report = try open.told(options) { () throws(Failure) in
      let state = ClientState(batch: name, text: text, expected: expected)
      try state.check()
      let run = PushRun(open: open, options: options, state: (state, domain))
      return try withContents { (contents) throws(Failure) in
        try run.perform(contents.spool, [declared])
      }
    }
    close()
    return report
  }

  /// Forgets all that was added; in a hook of the batch, when the call returns that the hook is part
  /// of.
  public func abandon() {
    if owner.isPresent { isAbandoned.store(true, ordering: .relaxed) } else { close() }
  }

  private func close() {
    let wasOpen = contents.withLock { contents in
      let wasOpen = contents != nil
      contents = nil
      return wasOpen
    }
    if wasOpen { open.openBatches.end(domain) }
  }

  private func add(_ records: [Record], isMerging: Bool) throws(Failure) {
    try withContents { (contents) throws(Failure) in
      try contents.intake.take(records, isMerging: isMerging, into: &contents.spool)
    }
  }

  private func withContents<Result: Sendable>(
    _ body: (inout PushContents) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try owner.check()
    defer { if isAbandoned.load(ordering: .relaxed) { close() } }
    let result = try contents.withLock { held throws(Failure) in
      guard var contents = held.take() else { throw over }
      do throws(Failure) {
        let result = try body(&contents)
        held = consume contents
        return result
      } catch {
        held = consume contents
        throw error
      }
    }
    return result
  }

  private var over: Failure {
    Failure(.batchOver, "the batch '\(name)' has ended", remedy: "begin another one")
  }
}

/// The records that a batch has taken, and the intake for more.
struct PushContents: ~Copyable {
  var spool: PushSpool
  var intake: PushIntake
}

extension ClientState {
  /// Looks at what can be known before anything is read.
  func check() throws(Failure) {
    guard !batch.isEmpty else {
      throw Failure(.batchName, "a batch needs a name", remedy: "name it for what it goes through")
    }
    try UserDatabase.check(state: text)
  }
}

/// A text that a program stores with a batch, in order to know where it has to go on.
///
/// A page, a token, a time: at most 250 bytes of UTF-8.
public struct ClientState: Sendable, Hashable {
  /// The name of the batch; each name has a state of its own.
  public var batch: String
  /// The stored state.
  public var text: String
  /// The state that must be stored now, or nothing happens; nil when that does not matter, empty for none.
  public var expected: String?

  /// Makes a state.
  public init(batch: String, text: String, expected: String? = nil) {
    self.batch = batch
    self.text = text
    self.expected = expected
  }
}
