/// An answer: a status, header fields and a body.
package struct HTTPResponse: Sendable {
  /// The status code.
  package var status: Int
  /// The header fields, in their order; length, date and connection are the listener's.
  package var headers: [(name: String, value: String)]
  /// The body.
  package var body: [UInt8]
  /// Whether the connection ends with it.
  package var closes = false

  /// Makes an answer.
  package init(
    _ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first field of this name.
  package func header(_ name: String) -> String? {
    headers.first { isSameName($0.name, name) }?.value
  }
}
