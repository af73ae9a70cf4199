import Footlight
import Testing

@testable import WebInterface

struct AddressesTests {
  private let addresses = Addresses(
    root: "/find/", origin: "https://search.example", taken: ["status", "api"])

  @Test(arguments: [
    ("plain", "/find/notes/plain"), ("a/b/c", "/find/notes/a%2Fb%2Fc"),
    ("with space", "/find/notes/with%20space"), ("50%", "/find/notes/50%25"),
    ("q?x=1&y", "/find/notes/q%3Fx%3D1%26y"), ("frag#ment", "/find/notes/frag%23ment"),
    ("plus+sign", "/find/notes/plus%2Bsign"), ("日本", "/find/notes/%E6%97%A5%E6%9C%AC"),
    ("quote\"'<>", "/find/notes/quote%22%27%3C%3E"), ("back\\slash", "/find/notes/back%5Cslash"),
  ])
  func `every id has a path`(_ id: String, _ path: String) {
    #expect(addresses.item("notes", id).text == path)
  }

  @Test func `a domain that is called like a route is below a hyphen`() {
    #expect(addresses.domain("status").text == "/find/-/status")
    #expect(addresses.item("api", "1").text == "/find/-/api/1")
    #expect(addresses.domain("law.rules").text == "/find/law.rules")
  }

  @Test func `a search says what it asks for, and no more`() {
    let state = SearchState(
      text: "rule 12&", domains: ["law"], filters: ["genre:\"A & B\""], order: "-year", offset: 20)
    #expect(
      addresses.search(state).text
        == "/find/?q=rule+12%26&domain=law&filter=genre:%22A+%26+B%22&sort=-year&offset=20")
    #expect(addresses.search(SearchState()).text == "/find/")
    #expect(addresses.search(SearchState(text: "", limit: 100)).text == "/find/?q=&limit=100")
  }

  @Test func `the page of a domain keeps what narrows it, but not its own name`() {
    let state = SearchState(text: "x", domains: ["shelf"], filters: ["kind:atlas"], offset: 10)
    #expect(addresses.domain("shelf", state).text == "/find/shelf?filter=kind:atlas&offset=10")
  }

  @Test func `an item leads back to the page of its search that it stood on`() {
    let state = SearchState(text: "rule 12", offset: 34)
    let link = addresses.item("law", "1", from: state)
    #expect(link.text == "/find/law/1?q=rule+12&offset=34")
    #expect(addresses.search(state.ownPage).text == "/find/?q=rule+12&offset=30")
    #expect(
      addresses.absolute(addresses.item("law", "1")).text == "https://search.example/find/law/1")
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x",
    "//evil.example",
    "/path", "", "file:///etc/passwd", "java\nscript:alert(1)", " https://a.example",
    "https://a.example/\u{0}b", "http:/one.slash",
  ])
  func `only what opens a place on the web is a link`(_ text: String) {
    #expect(Link(outside: text) == nil)
  }

  @Test func `a host is shown as browsers read it, beside what stands there where that differs`() {
    func host(_ text: String) -> String? { Link(outside: "https://\(text)/x")?.host }
    #expect(host("EXAMPLE.com") == "example.com")
    #expect(host("b%61nk.example") == "b%61nk.example (bank.example)")
    #expect(host("b%C3%A4r.example") == "b%C3%A4r.example (xn--br-via.example)")
    #expect(host("bär.example") == "bär.example (xn--br-via.example)")
    #expect(host("ｅｖｉｌ。example") == "ｅｖｉｌ。example (evil.example)")
    #expect(host("bаnk.example") == "bаnk.example (xn--bnk-6cd.example)", "its a is Cyrillic")
    #expect(host("3232235777") == "3232235777 (192.168.1.1)")
    #expect(host("0x7f.1") == "0x7f.1 (127.0.0.1)")
    #expect(host("%31%32%37.0.0.1") == "%31%32%37.0.0.1 (127.0.0.1)")
    for none in [
      "a%20b.example", "a%2Fb.example", "%FF.example", "1.2.3.4.5", "256.256.256.256",
      "a%00.example",
    ] {
      #expect(host(none) == nil, "\(none)")
    }
  }

  @Test(arguments: [
    "\u{200B}", "\u{202E}", "\u{AD}", "\u{2066}", "\u{FEFF}", "\u{E0041}", "\u{A0}", "\u{85}",
  ])
  func `an address with characters that nobody sees, or that turn, is no link`(_ hidden: String) {
    #expect(Link(outside: "https://good.example/a\(hidden)b") == nil)
    #expect(!LinkSafety.opens("https://good.example/a\(hidden)b"))
  }

  @Test func `a link is named by its host, whatever stands before it`() {
    #expect(Link(outside: "https://www.law.cornell.edu/rules?x")?.host == "www.law.cornell.edu")
    #expect(Link(outside: "HTTPS://bank.example@evil.example/")?.host == "evil.example")
    #expect(Link(outside: "https://evil.example\\@good.example/")?.host == "evil.example")
    #expect(Link(outside: "https:////evil.example/@good.example")?.host == "evil.example")
    #expect(Link(outside: "https://a:b@evil.example:8080/")?.host == "evil.example")
    #expect(Link(outside: "https://[2001:db8::1]:80/x")?.host == "[2001:db8::1]")
    for empty in [
      "https://", "https:///", "https://?x", "https://@/", "https://:80/", "https://a@:1",
    ] {
      #expect(Link(outside: empty) == nil, "\(empty)")
    }
  }

  @Test func `a condition goes on and off, however it was written`() {
    let state = SearchState(text: "love", filters: ["type:movie"], offset: 20)
    #expect(state.isOn("type:Movie"))
    #expect(state.toggling("type:Movie") == SearchState(text: "love"))
    #expect(state.toggling("Movie", of: "type") == SearchState(text: "love"))
    #expect(state.toggling("2010", of: "year").filters == ["type:movie", "year:2010"])
    let both = state.toggling("TV Show", of: "type")
    #expect(both.filters == ["type:movie,\"TV Show\""])
    #expect(both.isOn("tv show", of: "type") && both.isOn("Movie", of: "type"))
    #expect(both.toggling("movie", of: "type").filters == ["type:\"TV Show\""])
    // A comparison is no list of values, and stays beside them.
    let range = SearchState(filters: ["year>=2000"]).toggling("2010", of: "year")
    #expect(range.filters == ["year>=2000", "year:2010"])
    #expect(SearchState(filters: ["g:\"TV\""]).isOn("g:TV"))
  }
}
