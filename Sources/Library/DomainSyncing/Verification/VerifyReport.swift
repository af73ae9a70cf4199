public import FootlightPlatform

/// One item in which an index and its source are not the same.
public struct ItemDifference: Sendable, Hashable {
  /// How they differ.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Both have it, with other contents.
    case different
    /// The source has it, the index does not.
    case missing
    /// The index has it, the source does not.
    case surplus
  }

  /// The domain.
  public var domain: String
  /// The identifier within the domain.
  public var id: String
  /// How it differs.
  public var kind: Kind

  /// The identifier as printed: `domain:id`, percent-encoded where it must be.
  public var address: String {
    ItemAddress(domain: domain, id: id).description
  }
}

/// The findings of the verification of one domain.
public struct VerifiedDomain: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// Whether there is an index; without one nothing was compared.
  public var isBuilt = true
  /// How many items the source yields now; 0 when it was not read.
  public var items = 0
  /// How many items are stored.
  public var stored = 0
  /// Items with other contents.
  public var different = 0
  /// Items that the index lacks.
  public var missing = 0
  /// Items that the source lacks.
  public var surplus = 0
  /// Items that are as they were indexed before, because their records are bad now; they are none of
  /// the differences.
  public var kept = 0
  /// How many records of the source are bad.
  public var badRecords = 0
  /// Notes for a reader: why items differ, and which were not compared.
  public var notes: [Diagnostic] = []

  /// How many items differ in one way or another.
  public var differences: Int { different + missing + surplus }
}

/// The findings of a verification, domain by domain.
public struct VerifyReport: Sendable, Hashable {
  /// The domains that could be compared, by name.
  public var domains: [VerifiedDomain] = []
  /// Damaged indexes, unreadable sources and mistakes in declarations.
  public var failures: [Diagnostic] = []

  /// The exit code that a command ends with: the highest of the failures, else 1 where something
  /// differs or was never built, else 0.
  package var exitCode: Int32 {
    if let failure = Failure(failures) { return failure.exitCode }
    return domains.contains { $0.differences > 0 || !$0.isBuilt } ? 1 : 0
  }
}
