import DeclaredRecords
public import FootlightPlatform
public import IndexStores

/// How records are pushed into a domain, or deleted from it.
public struct PushOptions: Sendable {
  /// Waits for another indexer instead of failing.
  public var waits: Bool
  /// About how much memory the work may use, in bytes; nil for 256 MB.
  public var memory: Int?
  /// Ends the call when it is raised before the records are stored; then nothing has happened.
  public var cancellation: Cancellation?
  /// Is told how far it is.
  public var progress: (@Sendable (ProgressUpdate) -> Void)?
  /// Is asked and told about single records.
  public var hooks: PushHooks

  /// Makes options.
  public init(
    waits: Bool = false, memory: Int? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil, hooks: PushHooks = PushHooks()
  ) {
    self.waits = waits
    self.memory = memory
    self.cancellation = cancellation
    self.progress = progress
    self.hooks = hooks
  }
}

/// The hooks of a program that is asked and told while records are pushed; each call comes on the thread of the push.
///
/// A hook may use the library, also to push into another domain. What would wait for the very call
/// that the hook is part of – the methods of its own batch, and those of its own queue that wait –
/// fails with `push.within-hook`.
public struct PushHooks: Sendable {
  /// Whether a record is taken; one that is refused changes nothing.
  ///
  /// Without it all are taken.
  public var shouldIndex: (@Sendable (Record) -> Bool)?
  /// Is told the id of each record that was taken, once searches find it.
  public var didIndex: (@Sendable (_ id: String) -> Void)?
  /// Is told why a push failed, before the call throws it.
  public var didFail: (@Sendable (Failure) -> Void)?
  /// Is told each warning of a push that succeeded, such as `push.waits` and `push.again`; those of
  /// ``PushReport/warnings``, for programs that see no report.
  public var didWarn: (@Sendable (Diagnostic) -> Void)?

  /// Makes hooks.
  public init(
    shouldIndex: (@Sendable (Record) -> Bool)? = nil,
    didIndex: (@Sendable (_ id: String) -> Void)? = nil,
    didFail: (@Sendable (Failure) -> Void)? = nil,
    didWarn: (@Sendable (Diagnostic) -> Void)? = nil
  ) {
    self.shouldIndex = shouldIndex
    self.didIndex = didIndex
    self.didFail = didFail
    self.didWarn = didWarn
  }
}

/// The outcome of a push.
public struct PushReport: Sendable, Hashable {
  /// How many records were handed over and taken, or ids deleted.
  public var records = 0
  /// How many partial records had an id that no record has.
  public var ignored = 0
  /// The changes of the items.
  public var changes = ChangeCounts()
  /// How many items the touched domains have now.
  public var items = 0
  /// The ids of the records of ``DomainRecords/index(_:)`` that were taken, in their order; one that
  /// came without an id has a new one, and one that ``PushHooks/shouldIndex`` refused is not among them.
  public var ids: [String] = []
  /// Warnings, such as that a raised version has forgotten earlier pushes.
  public var warnings: [Diagnostic] = []
  /// Whether what was pushed is stored and not found yet: it could not be brought into the index, as
  /// on a full disk.
  ///
  /// The next sync or push does that; the warning `push.waits` comes with the cause.
  public var waits = false
}
