import OpenWorkspaces
public import FootlightDiagnostics
public import RecordPushing
public import RecordSources

/// What programs push into domains with `kind: external`. Every call happens whole or not at all,
/// and returns when the next search sees what it did.
extension Library {
  /// Indexes records, each in place of the one with its id.
  ///
  /// A record without a value for its id gets a new one, where the id is a field of the record.
  ///
  /// - Throws: `domain.unknown`, `domain.not-external`, `push.refused` with all that is wrong with
  ///   the records, `lock.held`.
  @discardableResult
  public func index(
    _ records: [Record], into domain: String, options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.index(records, into: domain, options: options)
  }

  /// Indexes records that come as JSON lines, such as those of standard input: an object a line.
  ///
  /// Nothing is locked while the input is read, and memory does not grow with it.
  ///
  /// - Parameters:
  ///   - merging: whether the records are partial, as for ``merge(partialRecords:into:options:)``.
  ///   - state: what is stored in the same step.
  /// - Throws: as ``index(_:into:options:)``; `index.state-too-long`, `index.state-conflict`.
  @discardableResult
  public func index(
    _ input: LineInput, into domain: String, merging: Bool = false,
    state: ClientState? = nil, options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.index(input, into: domain, merging: merging, state: state, options: options)
  }

  /// Indexes records that are in memory as JSON lines; `name` is what they are called in messages.
  package func index(
    lines: [UInt8], named name: String, into domain: String, merging: Bool, state: ClientState?,
    options: PushOptions
  ) throws(Failure) -> PushReport {
    try open.index(
      lines: lines, named: name, into: domain, merging: merging, state: state, options: options)
  }

  /// Takes JSON lines as a push does, as far as that goes without storing anything.
  ///
  /// - Throws: `push.refused` with what is wrong with the records.
  package func check(
    lines: [UInt8], into domain: String, merging: Bool
  ) throws(Failure) {
    try open.check(lines: lines, into: domain, merging: merging)
  }

  /// Changes records in part: the given fields take the place of those that are there, and null
  /// removes one.
  ///
  /// A partial record whose id no record has is ignored.
  @discardableResult
  public func merge(
    partialRecords records: [Record], into domain: String, options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.merge(partialRecords: records, into: domain, options: options)
  }

  /// Deletes the items with these addresses (`domain:id`); an id that no item has is fine.
  ///
  /// - Throws: `item.bad-address`, `domain.unknown`, `domain.not-external`, `lock.held`.
  @discardableResult
  public func delete(
    ids: [String], options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    var present: Searcher?
    return try open.delete(ids: ids, options: options) { (text) throws(Failure) in
      if let present { return try present.place(text) }
      let searcher = try searcher([])
      present = searcher
      return try searcher.place(text)
    }
  }

  /// Deletes all items of domains; a group takes the domains below it.
  ///
  /// - Throws: `domain.unknown`, `domain.not-external`, `lock.held`.
  @discardableResult
  public func delete(
    domains: [String], options: PushOptions = PushOptions()
  ) throws(Failure) -> PushReport {
    try open.delete(domains: domains, options: options)
  }

  /// Deletes everything that programs have pushed, and the states of their batches; also what they
  /// pushed into domains that are no longer declared.
  @discardableResult
  public func deleteAll(options: PushOptions = PushOptions()) throws(Failure) -> PushReport {
    try open.deleteAll(options: options)
  }

  /// Begins a batch of pushes into a domain: what is handed to it is stored and found when it ends,
  /// together with the program's state, or not at all.
  ///
  /// A program whose batch is killed asks for ``lastClientState(of:in:)`` and goes on from there.
  ///
  /// - Throws: `domain.unknown`, `domain.not-external`, `batch.name` for an empty name, `batch.open`
  ///   while another batch of this library is open for the domain.
  public func beginBatch(
    _ name: String, into domain: String, options: PushOptions = PushOptions()
  ) throws(Failure) -> PushBatch {
    try open.beginBatch(name, into: domain, options: options)
  }

  /// The state that a program stored with its last batch of a name; nil for none.
  ///
  /// - Throws: `domain.unknown`, `domain.not-external`.
  public func lastClientState(of batch: String, in domain: String) throws(Failure) -> String? {
    try open.lastClientState(of: batch, in: domain)
  }

  /// A queue that indexes the changes of a program's own objects.
  public func indexQueue(
    for domain: String, mode: IndexQueue.Mode, options: PushOptions = PushOptions()
  ) -> IndexQueue {
    IndexQueue(open, domain, mode, options)
  }
}
