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

  /// Makes a difference.
  package init(domain: String, id: String, kind: Kind) {
    self.domain = domain
    self.id = id
    self.kind = kind
  }
}

/// The findings of the verification of one domain.
public struct VerifiedDomain: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// Whether there is an index; without one nothing was compared.
  public var isBuilt: Bool
  /// How many items the source yields now; 0 when it was not read.
  public var items: Int
  /// How many items are stored.
  public var stored: Int
  /// Items with other contents.
  public var different: Int
  /// Items that the index lacks.
  public var missing: Int
  /// Items that the source lacks.
  public var surplus: Int
  /// Items that are as they were indexed before, because their records are bad now; they are none of
  /// the differences.
  public var kept: Int
  /// How many records of the source are bad.
  public var badRecords: Int
  /// Notes for a reader: why items differ, and which were not compared.
  public var notes: [Diagnostic]

  /// How many items differ in one way or another.
  public var differences: Int { different + missing + surplus }

  /// Makes a result.
  package init(
    domain: String, isBuilt: Bool = true, items: Int = 0, stored: Int = 0, different: Int = 0,
    missing: Int = 0,
    surplus: Int = 0, kept: Int = 0, badRecords: Int = 0, notes: [Diagnostic] = []
  ) {
    self.domain = domain
    self.isBuilt = isBuilt
    self.items = items
    self.stored = stored
    self.different = different
    self.missing = missing
    self.surplus = surplus
    self.kept = kept
    self.badRecords = badRecords
    self.notes = notes
  }
}

/// The findings of a verification, domain by domain.
public struct VerifyReport: Sendable, Hashable {
  /// The domains that could be compared, by name.
  public var domains: [VerifiedDomain]
  /// Damaged indexes, unreadable sources and mistakes in declarations.
  public var failures: [Diagnostic]

  /// The exit code that a command ends with: the highest of the failures, else 1 where something
  /// differs or was never built, else 0.
  package var exitCode: Int32 {
    if let failure = Failure(failures) { return failure.exitCode }
    return domains.contains { $0.differences > 0 || !$0.isBuilt } ? 1 : 0
  }

  /// Makes a report.
  package init(domains: [VerifiedDomain] = [], failures: [Diagnostic] = []) {
    self.domains = domains
    self.failures = failures
  }
}
