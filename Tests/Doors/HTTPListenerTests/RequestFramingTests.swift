import Testing

@testable import WebInterface

/// Requests that two programs could read differently are refused.
struct RequestFramingTests {
  private func fault(_ fields: [(name: String, value: String)], target: String = "/") -> Int? {
    HTTPRequest(target: target, headers: [("Host", "a")] + fields).framingFault?.status
  }

  @Test func `lengths, codings and hosts stand once and plainly`() {
    #expect(fault([]) == nil && fault([("Content-Length", "12")]) == nil)
    #expect(fault([("Transfer-Encoding", "Chunked")]) == nil)
    for fields in [
      [("Content-Length", "1"), ("Transfer-Encoding", "chunked")],
      [("Content-Length", "1"), ("content-length", "1")], [("host", "b")],
      [("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")],
      [("Content-Length", "+5")], [("Content-Length", "-1")], [("Content-Length", "5, 5")],
      [("Content-Length", "0x1e")], [("Content-Length", "")],
      [("Content-Length", String(repeating: "9", count: 30))],
      [("Transfer-Encoding", "xchunked")], [("Transfer-Encoding", "chunked, identity")],
      [("Transfer-Encoding ", "chunked")], [("X ", "a")], [("", "a")], [("X", "a\u{1}b")],
    ] {
      #expect(fault(fields) == 400, "\(fields)")
    }
  }

  @Test func `a target is a path of at most 16 KB`() {
    #expect(fault([], target: "/" + String(repeating: "a", count: 6_000)) == nil)
    #expect(fault([], target: "/" + String(repeating: "a", count: 20_000)) == 414)
    for target in ["http://evil.example/", "evil.example:80", "", "*"] {
      #expect(fault([], target: target) == 400, "\(target)")
    }
  }
}
