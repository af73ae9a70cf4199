import Footlight
import Testing

@testable import FootlightCommands

@Suite struct HitReasonTests {
  @Test func `a hit tells how far it is`() {
    var hit = Hit(domain: "a", id: "1", title: "One", tier: .found)
    #expect(HitReason(hit) == nil)
    hit.distance = 1_249
    #expect(HitReason(hit)?.line(width: 40).pieces.map(\.text).joined() == "1.2 km ")
  }

  @Test func `where conditions alone are asked, they are the reason`() {
    var hit = Hit(domain: "a", id: "1", title: "One", tier: .found)
    #expect(HitReason.sentence(hit) == "all conditions hold")
    hit.matched = HitMatch(field: .keyword, text: "one")
    #expect(HitReason.sentence(hit) == "all words are in it, some in a keyword")
  }
}
