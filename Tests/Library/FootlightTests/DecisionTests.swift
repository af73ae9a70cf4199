import FootlightPlatform
import IndexStores
import SearchEngine
import Testing

@testable import Footlight

/// The table of the design's section 5, row by row.
@Suite struct DecisionTests {
  static let print = Fingerprint(engine: "e1", declaration: "d1")

  func stored(_ version: Int, _ fingerprint: Fingerprint = print) -> StoredDomain {
    StoredDomain(
      name: "names", generation: 1,
      facts: DomainFacts(label: "", version: version, fingerprint: fingerprint.text), items: 1,
      terms: 1, bytes: 1)
  }

  func decide(
    _ stored: StoredDomain?, declared: Int?, problem: Diagnostic? = nil, changed: Bool = false
  ) throws -> Decision {
    try Decision.make(
      "names", stored: stored,
      declared: declared.map { Decision.Declared(version: $0, fingerprint: Self.print) },
      problem: problem, sourceHasChanged: { changed })
  }

  @Test func `nothing stored is built`() throws {
    #expect(try decide(nil, declared: 1).action == .build)
  }

  @Test func `a raised version is rebuilt, and the reason names both (MA-3)`() throws {
    let decision = try decide(stored(1), declared: 2)
    #expect(decision.action == .rebuild)
    #expect(decision.reason.contains("2") && decision.reason.contains("1"))
  }

  @Test func `an equal version with an unchanged source is left alone (MA-4)`() throws {
    #expect(try decide(stored(1), declared: 1).action == .none)
  }

  @Test func `the source is not looked at when the version decides`() throws {
    var looked = false
    _ = try Decision.make(
      "names", stored: stored(1),
      declared: Decision.Declared(version: 2, fingerprint: Self.print), problem: nil
    ) { () throws(Failure) in
      looked = true
      return true
    }
    #expect(!looked)
  }

  @Test func `another fingerprint is rebuilt`() throws {
    let other = Fingerprint(engine: "e1", declaration: "d2")
    let decision = try decide(stored(1, other), declared: 1)
    #expect(decision.action == .rebuild)
    #expect(decision.cause == .indexChanged)
  }

  @Test func `a single change that waits is applied, unless its time has not come`() throws {
    var waiting = stored(1)
    waiting.pending = 1
    waiting.nextAttempt = 100
    func decide(at moment: Int64?) throws -> Decision {
      try Decision.make(
        "names", stored: waiting,
        declared: Decision.Declared(version: 1, fingerprint: Self.print), problem: nil,
        retriesDue: moment, sourceHasChanged: { false })
    }
    #expect(try decide(at: nil).action == .apply)
    #expect(try decide(at: nil).reason == "1 change waits to be applied")
    #expect(try decide(at: 99).action == .none)
    #expect(try decide(at: 100).cause == .changesWait)
  }

  @Test func `a changed source is never left alone, and the guard is told why`() throws {
    let decision = try decide(stored(1), declared: 1, changed: true)
    #expect(decision.action == .apply)
    #expect(decision.cause == .sourceChanged)
    #expect(decision.reason == "the source changed")
  }

  @Test func `a lower version is ahead, even when the source changed (MA-5)`() throws {
    let decision = try decide(stored(5), declared: 4, changed: true)
    #expect(decision.action == .ahead)
    #expect(decision.reason.contains("5") && decision.reason.contains("4"))
  }

  @Test func `a damaged index whose version is ahead is left untouched, and the damage is named`()
    throws
  {
    let problem = Diagnostic(.indexDamaged, "a chunk is damaged")
    let decision = try decide(stored(5), declared: 4, problem: problem)
    #expect(decision.action == .ahead && decision.cause == .none)
    #expect(decision.reason.contains("5") && decision.reason.contains("a chunk is damaged"))
    #expect(try decide(stored(5), declared: 5, problem: problem).cause == .damaged)
    #expect(try decide(stored(5), declared: 6, problem: problem).cause == .versionRaised)
  }

  @Test func `a domain without a declaration is undeclared, and the reason says what helps`() throws
  {
    let decision = try decide(stored(1), declared: nil)
    #expect(decision.action == .undeclared)
    #expect(decision.reason.contains("footlight delete --built names"))
  }

  @Test func `another mapping is rebuilt without a new version`() throws {
    let old = stored(1, Fingerprint(engine: "e1", declaration: "d0"))
    let decision = try decide(old, declared: 1)
    #expect(decision.action == .rebuild)
    #expect(decision.reason.contains("mapping"))
  }

  @Test func `another format of the index is rebuilt and said to be one`() throws {
    let old = stored(1, Fingerprint(engine: "e0", declaration: "d1"))
    let decision = try decide(old, declared: 1)
    #expect(decision.action == .rebuild)
    #expect(decision.reason.contains("format"))
  }

  @Test func `damage is rebuilt with its own words as the reason`() throws {
    let damage = Diagnostic(.generationMissing, "the stored index is gone")
    let decision = try decide(stored(1), declared: 1, problem: damage)
    #expect(decision.action == .rebuild)
    #expect(decision.reason == damage.message)
    #expect(decision.cause == .damaged)
  }

  @Test func `a fingerprint survives being stored`() {
    #expect(Fingerprint(text: Self.print.text) == Self.print)
    #expect(Fingerprint(text: "").difference(from: Self.print) != nil)
  }
}
