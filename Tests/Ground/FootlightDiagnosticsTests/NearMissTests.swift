import FootlightPlatform
import Testing

struct NearMissTests {
  private let names = ["title", "description", "keywords", "aliases", "url", "rank"]

  @Test(arguments: [
    ("titel", "title"), ("tittle", "title"), ("Title", "title"), ("desciption", "description"),
    ("keyword", "keywords"), ("alias", "aliases"), ("ulr", "url"), ("rnak", "rank"),
  ])
  func `a slip of the hand finds the name that was meant`(_ written: String, _ meant: String) {
    #expect(nearest(to: written, among: names) == meant)
  }

  @Test(arguments: ["", "zzz", "completely", "x"])
  func `what is like nothing finds nothing`(_ written: String) {
    #expect(nearest(to: written, among: names) == nil)
  }

  @Test func `of several near names the nearest is proposed`() {
    #expect(nearest(to: "rules", among: ["rulers", "rule", "rules2", "roles", "rules"]) == "rules")
    #expect(nearest(to: "anything", among: [String]()) == nil)
  }

  @Test func `a text without end costs no time without end`() {
    #expect(nearest(to: String(repeating: "title", count: 200_000), among: names) == nil)
  }
}
