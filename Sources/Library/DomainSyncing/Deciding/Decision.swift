package import DeclaredRecords
import FootlightPlatform
package import IndexStores
import SearchEngine
import TextAnalysis

/// A decision about a domain and its reason: the table of versions, as a function.
package struct Decision: Sendable, Hashable {
  /// The kind of reason, for which the guard against shrinking asks.
  package enum Cause: Sendable, Hashable {
    case nothingStored
    case versionRaised
    case indexChanged
    case sourceChanged
    case changesWait
    case itemsExpired
    case clockWentBack
    case damaged
    case ordered
    case none
  }

  /// The action.
  package var action: SyncDecision
  /// Why, as a kind.
  package var cause: Cause
  /// Why, as a sentence.
  package var reason: String

  /// The part of a declaration that a decision needs.
  struct Declared: Sendable, Hashable {
    var version: Int
    var fingerprint: Fingerprint
  }

  /// Compares what is stored with what is declared.
  ///
  /// `problem` says why the stored index cannot be used; `sourceHasChanged` is asked only when
  /// nothing else decides, so that no source is looked at in vain. With `retriesDue`, changes that
  /// wait for another attempt after that moment are left alone. What of a copy is not declared here is declared
  /// where it is indexed.
  static func make(
    _ domain: String, stored: StoredDomain?, declared: Declared?, problem: Diagnostic?,
    isCopy: Bool = false, hasExpired: Bool = false, hasComeBack: Bool = false,
    retriesDue: Int64? = nil,
    sourceHasChanged: () throws(Failure) -> Bool
  ) throws(Failure) -> Decision {
    guard let stored else {
      return Decision(action: .build, cause: .nothingStored, reason: "nothing is stored yet")
    }
    guard let declared else {
      return Decision(
        action: .undeclared, cause: .none,
        reason: isCopy
          ? "no declaration here names it; another machine indexes it"
          : "no declaration names it any more; `footlight delete --built \(domain)` deletes its index"
      )
    }
    let facts = stored.facts
    if facts.version > declared.version {
      let damage = problem.map { "; \($0.message)" } ?? ""
      return Decision(
        action: .ahead, cause: .none,
        reason: """
          the stored version \(facts.version) is higher than the declared version \
          \(declared.version)\(damage)
          """)
    }
    if facts.version < declared.version {
      return Decision(
        action: .rebuild, cause: .versionRaised,
        reason: """
          the declared version \(declared.version) is higher than the stored version \
          \(facts.version)
          """)
    }
    if let problem {
      return Decision(action: .rebuild, cause: .damaged, reason: problem.message)
    }
    if let difference = declared.fingerprint.difference(from: Fingerprint(text: facts.fingerprint))
    {
      return Decision(action: .rebuild, cause: .indexChanged, reason: difference)
    }
    if hasComeBack {
      return Decision(
        action: .rebuild, cause: .clockWentBack,
        reason: "the clock went back, and items that had expired have not expired any more")
    }
    if try sourceHasChanged() {
      return Decision(action: .apply, cause: .sourceChanged, reason: "the source changed")
    }
    if stored.pending > 0, retriesDue.map({ $0 >= stored.nextAttempt }) ?? true {
      let subject = stored.pending == 1 ? "1 change waits" : "\(stored.pending) changes wait"
      return Decision(action: .apply, cause: .changesWait, reason: subject + " to be applied")
    }
    if hasExpired {
      return Decision(action: .apply, cause: .itemsExpired, reason: "items have expired")
    }
    return Decision(
      action: .none, cause: .none, reason: "version, declaration and source are unchanged")
  }

  /// Whether an index was made with the format and the analysis of this program.
  package static func isOfThisEngine(_ facts: DomainFacts) -> Bool {
    Fingerprint(text: facts.fingerprint).engine == Fingerprint.presentEngine
  }
}

/// The comparisons of versions that concern what programs have pushed.
extension Decision {
  /// Whether what was pushed for a declaration is forgotten: its version has been raised since.
  package static func forgets(_ pushed: PushDeclaration, for declared: DomainDefinition) -> Bool {
    pushed.version < declared.version
  }

  /// Whether pushed records are stored for a declaration as it is now.
  package static func fits(_ pushed: PushDeclaration, _ declared: DomainDefinition) -> Bool {
    pushed == PushDeclaration(declared)
  }

  /// Whether records that were read for one declaration fit the present one; nil for a domain that is
  /// declared no more.
  ///
  /// A version is no part of the fingerprint.
  package static func isSame(_ taken: DomainDefinition, as present: DomainDefinition?) -> Bool {
    guard let present else { return false }
    return present.version == taken.version && present.fingerprint == taken.fingerprint
  }
}

/// All that decides the bytes of a domain's index beside its records: the declaration's part and
/// the engine's.
struct Fingerprint: Sendable, Hashable {
  /// The format of the index and the version of the analysis.
  var engine: String
  /// Mapping, analysis and ranking as declared.
  var declaration: String

  /// The engine of this program.
  static let presentEngine = "e\(SegmentFormat.version).a\(Analyzer.version)"

  init(engine: String, declaration: String) {
    self.engine = engine
    self.declaration = declaration
  }

  /// The fingerprint that an index of this definition has when this program builds it.
  init(_ definition: DomainDefinition) {
    engine = Fingerprint.presentEngine
    declaration = definition.fingerprint
  }

  /// Reads a stored fingerprint.
  init(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    engine = String(parts[0])
    declaration = parts.count > 1 ? String(parts[1]) : ""
  }

  /// The fingerprint as stored.
  var text: String { "\(engine) \(declaration)" }

  /// The difference from a stored one, as a sentence; nil for none.
  func difference(from stored: Fingerprint) -> String? {
    if engine != stored.engine {
      return "the format of the index changed with this version of the program"
    }
    if declaration != stored.declaration {
      return "the declaration's mapping, analysis or ranking changed"
    }
    return nil
  }
}
