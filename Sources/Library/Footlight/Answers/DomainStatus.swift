public import FootlightPlatform
public import IndexStores

/// Everything that is known about a domain without reading its records.
public struct DomainStatus: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// Its name for people; the domain's name when there is none.
  public var label: String
  /// The declaration's file; nil when it is no longer declared.
  public var file: String?
  /// The decision that a sync would make.
  public var decision: SyncDecision
  /// Why, as a sentence for people.
  public var reason: String
  /// The stored version; nil where nothing is stored.
  public var version: Int?
  /// The declared version; nil when it is no longer declared.
  public var declared: Int?
  /// The number of the live generation; nil where nothing is stored.
  public var generation: Int?
  /// How many segments the live index consists of.
  public var segments: Int = 0
  /// How many items are stored.
  public var items: Int = 0
  /// How many changes wait to be applied.
  public var pending: Int = 0
  /// When the oldest of them was recorded, in seconds since 1970; nil when none waits.
  public var oldestPending: Int64?
  /// How many changes were set aside after too many attempts; see ``Library/quarantine(_:)``.
  public var quarantined: Int = 0
  /// Why the change that was tried last, of those that wait or were set aside, could not be applied;
  /// empty for none.
  public var lastError: String = ""
  /// How many bad records the last build met.
  public var badRecords: Int = 0
  /// The changes of the last build or update.
  public var changes: ChangeCounts = ChangeCounts()
  /// How long it took.
  public var took: Duration = .zero
  /// The size of the stored generation.
  public var bytes: Int = 0
  /// When it was published, in seconds since 1970; nil where nothing is stored.
  public var built: Int64?
  /// When it was compared with the shared store that it is a copy of, in seconds since 1970; nil where it is
  /// no copy.
  public var pulled: Int64?
}

/// The status of all domains, and what is wrong with declarations that cannot be read.
public struct StatusReport: Sendable, Hashable {
  /// The domains, by name.
  public var domains: [DomainStatus] = []
  /// Mistakes in declarations; their domains are missing above unless something is stored.
  public var failures: [Diagnostic] = []
}

/// One line about a domain.
public struct DomainSummary: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// Its name for people.
  public var label: String
  /// The stored version; nil where nothing is stored.
  public var version: Int?
  /// How many items are stored.
  public var items: Int

  /// Makes a summary.
  package init(domain: String, label: String, version: Int? = nil, items: Int = 0) {
    self.domain = domain
    self.label = label
    self.version = version
    self.items = items
  }
}
