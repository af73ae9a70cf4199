/// The result of a route's action.
struct Reply: Sendable {
  var status = 200
  var contentType: String
  var body: [UInt8]
  var headers: [(name: String, value: String)] = []
  /// Whether somebody was not waited for: such an answer is never stored.
  var isCut = false
  /// Whether its name changes with its content, so that it may be kept for good.
  var isImmutable = false

  init(_ contentType: String, _ body: [UInt8]) {
    self.contentType = contentType
    self.body = body
  }

  static let json = "application/json; charset=utf-8"
  static let html = "text/html; charset=utf-8"

  /// Nothing to say but that it was done.
  static var done: Reply {
    var reply = Reply(json, [])
    reply.status = 204
    return reply
  }
}
