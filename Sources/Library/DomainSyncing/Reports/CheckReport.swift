public import DeclaredRecords
public import FootlightPlatform

/// The findings of a check of a declaration and its records.
public struct CheckedDomain: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// The declaration's file.
  public var file: String
  /// How many records the source holds.
  public var records = 0
  /// How many of them become items.
  public var items = 0
  /// How many are left out by `skip_when` or `only_when`.
  public var skipped = 0
  /// How many are bad.
  public var badRecords = 0
  /// Whether there are more bad records than the source tolerates.
  public var exceedsTolerance = false
  /// The first items, as mapped.
  public var samples: [Item] = []
  /// The first bad records, with their places; warnings when they are tolerated.
  public var problems: [Diagnostic] = []
}

/// The findings of a check of all domains, and all failures.
public struct CheckReport: Sendable, Hashable {
  /// The declarations that could be read, by domain.
  public var domains: [CheckedDomain] = []
  /// Mistakes in declarations, unreadable sources, and too many bad records.
  public var failures: [Diagnostic] = []

  /// The exit code that a command ends with: 0, or the highest of the failures.
  package var exitCode: Int32 {
    Failure(failures)?.exitCode ?? 0
  }
}
