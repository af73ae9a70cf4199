import FootlightPlatform
import JSONAnswers

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

  /// A value of JSON.
  init(_ value: RecordValue) { self.init(Reply.json, JSONWriter.line(value)) }

  /// An object of JSON, as the command line prints it.
  init<Value>(_ object: JSONObject<Value>, _ value: Value, isCut: Bool = false) {
    var json = JSONWriter()
    json.line(object, value)
    self.init(Reply.json, json.written)
    self.isCut = isCut
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

/// A short name of some bytes: two FNV-1a hashes of 64 bits (Fowler, Noll, Vo) with different starts.
///
/// It tells contents apart, and protects nothing.
enum ContentTag {
  static func of(_ bytes: [UInt8]) -> String {
    var a: UInt64 = 0xcbf2_9ce4_8422_2325
    var b: UInt64 = 0x9e37_79b9_7f4a_7c15
    for byte in bytes {
      a = (a ^ UInt64(byte)) &* 0x100_0000_01b3
      b = (b ^ UInt64(byte)) &* 0x100_0000_01b3
      b ^= b &>> 29
    }
    return String(a, radix: 36) + String(b, radix: 36)
  }
}
