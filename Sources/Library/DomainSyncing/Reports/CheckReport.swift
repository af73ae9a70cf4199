public import DeclaredRecords
public import FootlightPlatform

/// The findings of a check of a declaration and its records.
public struct CheckedDomain: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// The declaration's file.
  public var file: String
  /// How many records the source holds.
  public var records: Int
  /// How many of them become items.
  public var items: Int
  /// How many are left out by `skip_when` or `only_when`.
  public var skipped: Int
  /// How many are bad.
  public var badRecords: Int
  /// Whether there are more bad records than the source tolerates.
  public var exceedsTolerance: Bool
  /// The first items, as mapped.
  public var samples: [Item]
  /// The first bad records, with their places; warnings when they are tolerated.
  public var problems: [Diagnostic]

  /// Makes a result.
  package init(
    domain: String, file: String, records: Int = 0, items: Int = 0, skipped: Int = 0,
    badRecords: Int = 0, exceedsTolerance: Bool = false, samples: [Item] = [],
    problems: [Diagnostic] = []
  ) {
    self.domain = domain
    self.file = file
    self.records = records
    self.items = items
    self.skipped = skipped
    self.badRecords = badRecords
    self.exceedsTolerance = exceedsTolerance
    self.samples = samples
    self.problems = problems
  }
}

/// The findings of a check of all domains, and all failures.
public struct CheckReport: Sendable, Hashable {
  /// The declarations that could be read, by domain.
  public var domains: [CheckedDomain]
  /// Mistakes in declarations, unreadable sources, and too many bad records.
  public var failures: [Diagnostic]

  /// The exit code that a command ends with: 0, or the highest of the failures.
  package var exitCode: Int32 {
    Failure(failures)?.exitCode ?? 0
  }

  /// Makes a report.
  package init(domains: [CheckedDomain] = [], failures: [Diagnostic] = []) {
    self.domains = domains
    self.failures = failures
  }
}
