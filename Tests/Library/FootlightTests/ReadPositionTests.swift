import DeclaredRecords
import FootlightPlatform
import IndexStores
import Testing

@testable import Footlight

/// Where a read went on, as stored text that may be anything.
@Suite struct ReadPositionTests {
  private func position(_ text: String) -> ReadPosition {
    var facts = DomainFacts(label: "", version: 1, fingerprint: "")
    facts.built = 70
    facts.cursor = text
    return ReadPosition(facts)
  }

  @Test func `a position is read as it was written`() {
    var written = ReadPosition(cursor: "3 = x", completeAt: 100, hasDuplicates: true)
    written.asked = 120
    #expect(position(written.text) == written)
  }

  @Test(arguments: ["", "1 2 3", "x 1 1 - =", "9223372036854775807 1 1 - =", "-1 1 1 - ="])
  func `what is no position is one without a cursor`(_ text: String) {
    #expect(position(text) == ReadPosition(cursor: nil, completeAt: 70))
  }
}
