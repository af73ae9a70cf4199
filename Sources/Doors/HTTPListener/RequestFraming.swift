import FootlightPlatform

extension HTTPRequest {
  /// The most bytes of a head, and of a target in it.
  static let longestHead = 32 << 10
  static let longestTarget = 16 << 10

  /// Why the framing of a request is not what one server and one client understand alike; nil when it is.
  ///
  /// A head that two programs read differently lets one request hide within another (RFC 9112, section 11.2):
  /// lengths and codings together, twice or written oddly, names with blanks, two hosts.
  var framingFault: (status: Int, reason: String)? {
    guard target.utf8.count <= HTTPRequest.longestTarget else {
      return (414, "the address is longer than \(HTTPRequest.longestTarget) bytes")
    }
    guard target.utf8.first == UInt8(ascii: "/") || target == "*" && method == "OPTIONS" else {
      return (400, "the address is no path")
    }
    guard headers.allSatisfy({ $0.name.utf8.allSatisfy(isTokenByte) && !$0.name.isEmpty }) else {
      return (400, "the name of a header field is none")
    }
    guard headers.allSatisfy({ $0.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 } })
    else { return (400, "a header field holds control characters") }
    for name in ["Host", "Content-Length", "Transfer-Encoding"] where count(of: name) > 1 {
      return (400, "\(name) stands in the header twice")
    }
    let length = header("Content-Length")
    let coding = header("Transfer-Encoding")
    guard length == nil || coding == nil else {
      return (400, "Content-Length and Transfer-Encoding exclude each other")
    }
    if let length {
      guard (1...18).contains(length.utf8.count),
        length.utf8.allSatisfy({ $0.isDigit })
      else { return (400, "Content-Length is no number") }
    }
    if let coding, !isSameName(coding, "chunked") {
      return (400, "the coding of the body is unknown")
    }
    return nil
  }

  /// Turns a target that names its server (`http://host/path`) into a path; its authority takes the place of
  /// the field Host (RFC 9112, section 3.2.2).
  mutating func takeAbsoluteForm() {
    let schemes = ["http://", "https://"]
    guard let scheme = schemes.first(where: { isSameName(target.prefix($0.count), $0) }),
      count(of: "Host") <= 1
    else { return }
    let rest = target.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.isEmpty else { return }
    let path = rest[authority.endIndex...]
    target = path.hasPrefix("/") ? String(path) : "/" + path
    headers.removeAll { isSameName($0.name, "Host") }
    headers.insert(("Host", String(authority)), at: 0)
  }

  /// How long the body says that it is; nil when it does not say it.
  var bodyLength: Int? { header("Content-Length").flatMap { Int($0) } }
}

/// A byte of a token (RFC 9110, section 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
    UInt8(ascii: "&"),
    UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
    UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
    true
  default: false
  }
}
