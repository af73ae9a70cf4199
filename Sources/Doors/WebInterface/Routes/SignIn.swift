import Footlight
import FootlightPlatform

/// Signing in on a page: a browser cannot send `Authorization`, so a cookie holds the key for it.
///
/// No script reads the cookie, and no page of another site sends it. It lives as long as the key.
enum SignIn {
  private static let cookie = "footlight_key"

  /// The pages by which one signs in and out.
  static let routes: [Route] = [
    Route(
      method: "GET", path: "/sign-in", name: "signInPage", summary: "where a key is typed",
      parameters: [Parameter("next", .text, "the page to go on to")], permission: .anybody,
      validator: .content, form: .page, contentType: Reply.html
    ) { (call) throws(Failure) in
      Reply(
        Reply.html,
        call.pages.signIn(next: next(call.arguments, call), isSignedIn: call.key != nil))
    },
    Route(
      method: "POST", path: "/sign-in", name: "signIn", summary: "takes a key into a cookie",
      permission: .signIn, statuses: [303, 401], lane: .waiting, validator: .none, form: .page
    ) { (call) throws(Failure) in
      let text = String(decoding: call.request.body, as: UTF8.self)
      let form = try Arguments(query: text[...], fields)
      let secret = form["key"]?.trimmed ?? ""
      guard let key = try call.served.keys.key(secret: secret) else {
        var reply = Reply(
          Reply.html,
          call.pages.signIn(
            next: next(form, call), isSignedIn: false,
            mistake: "This key is unknown, revoked or at its end."))
        reply.status = 401
        reply.headers.append(("WWW-Authenticate", "Bearer realm=\"footlight\""))
        return reply
      }
      let end = key.expires.map { max(0, $0 - call.library.now) } ?? longest
      return redirect(to: next(form, call), call, secret, seconds: min(end, longest))
    },
    Route(
      method: "POST", path: "/sign-out", name: "signOut", summary: "forgets the key",
      permission: .signIn, statuses: [303], lane: .waiting, validator: .none, form: .page
    ) { (call) throws(Failure) in
      redirect(to: call.pages.addresses.start.text, call, "", seconds: 0)
    },
  ]

  /// Browsers keep no cookie longer (RFC 6265bis, section 5.5): 400 days.
  private static let longest: Int64 = 400 * 86_400

  private static let fields = [
    Parameter("key", .text, "the key"), Parameter("next", .text, "the page to go on to"),
  ]

  /// The secret in the cookie of a request.
  static func secret(in request: HTTPRequest) -> String? {
    guard let header = request.header("Cookie") else { return nil }
    for pair in header.split(separator: ";") {
      let pair = pair.drop { $0 == " " }
      if pair.hasPrefix(cookie + "=") { return String(pair.dropFirst(cookie.count + 1)) }
    }
    return nil
  }

  /// A page of this server; anything else leads to the start.
  private static func next(_ arguments: Arguments, _ call: Call) -> String {
    let root = call.served.settings.root
    guard let text = arguments["next"], text.hasPrefix(root), !text.hasPrefix("//"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return root }
    return text
  }

  private static func redirect(
    to place: String, _ call: Call, _ secret: String, seconds: Int64
  ) -> Reply {
    let settings = call.served.settings
    var reply = Reply(Reply.html, [])
    reply.status = 303
    let secure = settings.base?.origin.hasPrefix("https:") ?? false ? "; Secure" : ""
    reply.headers = [
      ("Location", place),
      (
        "Set-Cookie",
        "\(cookie)=\(secret); Path=\(settings.root); Max-Age=\(seconds); HttpOnly; SameSite=Strict"
          + secure
      ),
    ]
    return reply
  }
}
