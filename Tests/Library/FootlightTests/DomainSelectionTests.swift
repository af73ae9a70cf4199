import FootlightPlatform
import TestSupport
import Testing

@testable import Footlight

@Suite struct DomainSelectionTests {
  @Test func `a group is itself and what lies below a dot, never a longer word (CS-3)`() {
    let selection = DomainSelection(["law"])
    #expect(selection.contains("law"))
    #expect(selection.contains("law.rules"))
    #expect(selection.contains("law.rules.civil"))
    #expect(!selection.contains("lawn"))
    #expect(!selection.contains("lawn.rules"))
    #expect(!DomainSelection(["a.b"]).contains("a.bc"))
  }

  @Test func `no names mean everything`() {
    #expect(DomainSelection([]).contains("anything"))
  }

  @Test func `all unknown names are reported at once, with the nearest ones`() {
    let failure = failure {
      try DomainSelection(["lwa", "law", "showz"]).check(against: ["law.rules", "law", "shows"])
    }
    #expect(failure?.diagnostics.count == 2)
    #expect(failure?.description.contains("did you mean 'shows'?") ?? false)
    #expect(failure?.exitCode == 2)
  }
}
