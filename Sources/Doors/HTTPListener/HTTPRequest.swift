import FootlightPlatform

/// A request as it came over the wire: nothing is decoded, nothing is trusted.
struct HTTPRequest: Sendable {
  /// The method, in the case in which it was sent.
  var method: String
  /// The target as it was sent: the path and, after a question mark, the query.
  var target: String
  /// The header fields in their order; names have no case.
  var headers: [(name: String, value: String)]
  /// The body; empty while a request is only looked at.
  var body: [UInt8]
  /// Whether it came from this machine, and from this process's user, as far as the kernel tells.
  ///
  /// It is found out when it is asked for, and as long as the request is not answered.
  var isLocal: Bool { locality() }
  private let locality: @Sendable () -> Bool
  /// Raised when the client has closed the connection before it was answered.
  let cancellation = Cancellation()

  /// Makes a request.
  init(
    method: String = "GET", target: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = [], isLocal: @escaping @autoclosure @Sendable () -> Bool = true
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    locality = isLocal
  }

  /// The path of the target, still encoded.
  var path: Substring { target.prefix { $0 != "?" } }

  /// The query of the target, still encoded; nil when there is no question mark.
  var query: Substring? {
    let path = path
    return path.endIndex == target.endIndex ? nil : target[target.index(after: path.endIndex)...]
  }

  /// The value of the first field of this name.
  func header(_ name: String) -> String? {
    headers.first { isSameName($0.name, name) }?.value
  }

  /// The number of fields of this name.
  func count(of name: String) -> Int {
    headers.count { isSameName($0.name, name) }
  }
}

/// Whether two names of fields are one: ASCII letters have no case (RFC 9110, section 5.1).
func isSameName(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
  a.utf8.count == b.utf8.count
    && zip(a.utf8, b.utf8).allSatisfy { x, y in
      x == y || (x | 0x20 == y | 0x20 && x.isLetter)
    }
}
