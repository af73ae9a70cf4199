import DeclaredRecords
public import FootlightPlatform
package import IndexStores

/// How a sync or a rebuild is done.
///
/// ```swift
/// let report = try library.sync(["law"], options: SyncOptions(collectsFailures: true))
/// for row in report.rows { print(row.domain, row.decision, row.reason, row.failures) }
/// ```
public struct SyncOptions: Sendable {
  /// Decides and reports, but writes nothing.
  public var isDryRun: Bool
  /// A domain whose stored version is higher than the declared one fails.
  public var isStrict: Bool
  /// Lets a changed source lose more than half of its items.
  public var allowsShrink: Bool
  /// Builds indexes of pushed records even where they are the last copy of what was pushed.
  public var forgetsPushed = false
  /// Waits for another indexer instead of failing.
  public var waits: Bool
  /// Deletes a domain's index before building it anew, for those short of disk.
  public var wipesFirst: Bool
  /// Builds without stems: words are found as they are written.
  public var leavesOutStems = false
  /// How many machines build a domain of a shared store together, each a share of its shards.
  public var builders = 1
  /// Leaves changes that could not be applied alone until it is time to try them again.
  var backsOff = false
  /// About how much memory building may use in all, in bytes; nil for 256 MB.
  public var memory: Int?
  /// How many records a second are taken at most from the programs of `kind: command`, all of them
  /// together; nil for as many as they print.
  public var maxRate: Int?
  /// How many threads build; nil for the number of processors.
  public var threads: Int?
  /// Throws nothing of single domains even where none could be done: what is wrong with each stands in the report.
  public var collectsFailures: Bool
  /// Ends the call when it is raised; what is published by then stays.
  public var cancellation: Cancellation?
  /// Is told how far it is, several times a second, from any thread.
  public var progress: (@Sendable (ProgressUpdate) -> Void)?

  /// Makes options.
  public init(
    isDryRun: Bool = false, isStrict: Bool = false, allowsShrink: Bool = false,
    waits: Bool = false, wipesFirst: Bool = false, memory: Int? = nil, threads: Int? = nil,
    collectsFailures: Bool = false, cancellation: Cancellation? = nil,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil
  ) {
    self.isDryRun = isDryRun
    self.isStrict = isStrict
    self.allowsShrink = allowsShrink
    self.waits = waits
    self.wipesFirst = wipesFirst
    self.memory = memory
    self.threads = threads
    self.collectsFailures = collectsFailures
    self.cancellation = cancellation
    self.progress = progress
  }
}

/// The decisions for every domain, not carried out yet.
package struct SyncPlan: Sendable {
  /// One domain.
  package struct Entry: Sendable {
    /// The domain.
    package var name: String
    /// The stored state.
    package var stored: StoredDomain?
    /// The declared domain.
    package var declared: DeclaredDomain?
    /// The decision, or the reason why there is none.
    package var decision: Result<Decision, Failure>
    /// The facts that rebuild nothing, such as the label, where they have to be stored anew.
    var restamped: DomainFacts?
    /// The refusal for whoever names the domain, where it is left out.
    var refusal: Failure?
  }

  /// The domains, by name.
  package var entries: [Entry]
  /// The mistakes of declarations that have no entry.
  package var failures: [Diagnostic]
  /// Whether the catalog cannot be used, so that nothing is known to be stored.
  var isDamaged = false
  /// Why it cannot be read; nil where it has become readable since.
  package var damage: Diagnostic?

  /// Whether the store has to be changed.
  var changesStore: Bool {
    entries.contains { entry in
      guard case .success(let decision) = entry.decision else { return false }
      return decision.isBuild || entry.restamped != nil
    }
  }
}

extension Decision {
  /// Whether records have to be read.
  var isBuild: Bool {
    switch action {
    case .build, .rebuild, .apply: true
    case .none, .ahead, .undeclared, .leftOut: false
    }
  }
}
