/// An answer: a status, header fields and a body.
struct HTTPResponse: Sendable {
  /// The status code.
  var status: Int
  /// The header fields, in their order; length, date and connection are the listener's.
  var headers: [(name: String, value: String)]
  /// The body.
  var body: [UInt8]
  /// Whether the connection ends with it.
  var closes = false

  /// Makes an answer.
  init(
    _ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first field of this name.
  func header(_ name: String) -> String? {
    headers.first { isSameName($0.name, name) }?.value
  }
}
