import TestSupport
import Testing

@testable import Footlight

@Suite struct ItemAddressTests {
  @Test(arguments: [
    "a:b", "a/b/c", "100%", "a%20b", "a b", "a+b", "über 🦊", "tab\tnew\nline", "'\"", "_x_",
    "?q=1&r#f", "..", "--limit", "東京", "", "\u{0}", "\u{7F}", "%", "%%%", "%4", "e\u{301}",
  ])
  func `every id round-trips (RA-30)`(id: String) throws {
    let printed = ItemAddress(domain: "law.rules", id: id).description
    let read = try #require(ItemAddress(printed))
    #expect(read.domain == "law.rules")
    #expect(Array(read.id.utf8) == Array(id.utf8))
    #expect(printed.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F })
  }

  @Test func `only control characters, spaces and percent signs are encoded`() {
    #expect(
      ItemAddress(domain: "names", id: "a b/ü:%\n").description == "names:a%20b/ü:%25%0A")
  }

  @Test func `any encoding and raw spaces are read, and the first colon splits`() {
    #expect(ItemAddress("names:a b") == ItemAddress("names:%61%20b"))
    #expect(ItemAddress("a:b:c")?.domain == "a")
    #expect(ItemAddress("a:b:c")?.id == "b:c")
    #expect(ItemAddress("a:%zz%e")?.id == "%zz%e")
  }

  @Test func `what has no domain is no address (RA-30)`() {
    #expect(ItemAddress("names") == nil)
    #expect(ItemAddress(":x") == nil)
    #expect(ItemAddress("") == nil)
  }

  @Test func `random texts round-trip`() {
    var random = SeededRandom.announced("random addresses")
    for _ in 0..<500 {
      let scalars = (0..<random.below(12)).compactMap { _ in
        Unicode.Scalar(UInt32(random.below(0x3000)))
      }
      let id = String(String.UnicodeScalarView(scalars))
      let read = ItemAddress(ItemAddress(domain: "d", id: id).description)
      #expect(read.map { Array($0.id.utf8) } == Array(id.utf8))
    }
  }
}
