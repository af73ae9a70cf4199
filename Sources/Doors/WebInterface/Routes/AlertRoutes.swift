import Footlight
import FootlightPlatform
import JSONAnswers

/// What has come, changed and gone for the searches that have names: as JSON, as a feed and as an event stream.
///
/// Private items are never there, nor domains that the key does not reach. A client that reads here does not count as told: each
/// reader says after which alert it goes on.
enum AlertRoutes {
  private static let most = 1_000
  /// The most entries of a feed.
  private static let mostEntries = 50
  /// After so many milliseconds browsers ask again.
  private static let pause = 5_000

  private static let after = Parameter(
    "after", .number(0...1 << 53), "the number of the last alert that is known (0)")

  private static let search = Parameter(
    "q", .text, "`@name` of a search, or its name: its alerts alone")

  static let described: [Route] = [
    Route(
      method: "GET", path: "/api/v1/alerts", name: "alerts",
      summary:
        "what has come, changed and gone for the searches of footlight.yaml, the oldest first",
      parameters: [
        search, after, Parameter("limit", .number(1...most), "how many alerts at most (\(most))"),
      ], statuses: [200, 304, 400], validator: .content, answer: .alerts
    ) { (call) throws(Failure) in
      let known = Int64(call.arguments.number("after") ?? 0)
      let found = try alerts(call, after: known, atMost: call.arguments.number("limit") ?? most)
      return ItemRoutes.list("alerts", JSONObjects.alert, found)
    },
    Route(
      method: "GET", path: "/api/v1/alerts/events", name: "alertEvents",
      summary:
        "the same as an event stream, from the present on or after the header Last-Event-ID; it ends, and browsers go on",
      parameters: [search, after], statuses: [200, 400], validator: .none, contentType: stream
    ) { (call) throws(Failure) in
      Reply(stream, try events(call))
    },
  ]

  static let all: [Route] = [
    Route(
      method: "GET", path: "/alerts.atom", name: "alertFeed", summary: "for machines",
      parameters: [search],
      validator: .content, form: .machine, contentType: atom
    ) { (call) throws(Failure) in
      Reply(atom, call.pages.feed(of: try latest(call), for: wanted(call)))
    }
  ]

  private static let stream = "text/event-stream; charset=utf-8"
  private static let atom = "application/atom+xml; charset=utf-8"

  /// The name of the search that is asked for; nil for all.
  ///
  /// Nobody is told whether there is one of that name: a key that reaches none of its domains would learn of it.
  private static func wanted(_ call: Call) -> String? {
    guard let name = call.arguments["q"], !name.isEmpty else { return nil }
    return name.hasPrefix("@") ? String(name.dropFirst()) : name
  }

  /// The alerts of the domains that the reader reaches, the oldest first, with numbers of the reader's own: those of all alerts
  /// have gaps that tell of others.
  ///
  /// A number is made of the second and the place among those that reach the reader in it, so that it stays the same whatever
  /// else there is.
  private static func numbered(_ call: Call) throws(Failure) -> [Alert] {
    var (second, place): (Int64, Int64) = (0, 0)
    var found: [Alert] = []
    for var alert in try call.library.alerts(after: 0, limit: .max, audience: .web)
    where call.reaches(alert.domain) {
      place = alert.time > second ? 1 : place + 1
      second = max(second, alert.time)
      alert.sequence = second.multipliedReportingOverflow(by: perSecond).partialValue &+ place
      found.append(alert)
    }
    return found
  }

  /// The first alerts after one that the reader may see.
  private static func alerts(
    _ call: Call, after known: Int64, atMost limit: Int
  ) throws(Failure) -> [Alert] {
    try shown(numbered(call).lazy.filter { $0.sequence > known }, call, atMost: limit)
  }

  /// The latest alerts that the reader may see, the oldest first.
  private static func latest(_ call: Call, atMost limit: Int = mostEntries) throws(Failure)
    -> [Alert]
  {
    try shown(numbered(call).reversed(), call, atMost: limit).reversed()
  }

  private static func shown(
    _ alerts: some Sequence<Alert>, _ call: Call, atMost limit: Int
  ) throws(Failure) -> [Alert] {
    var found: [Alert] = []
    for alert in alerts {
      guard found.count < limit else { break }
      if try isShown(alert, call) { found.append(alert) }
    }
    return found
  }

  /// As many numbers each second has.
  private static let perSecond: Int64 = 1_000_000

  /// Whether an alert is of the search that is asked for, and the reader may see its item, which may have become
  /// private since.
  private static func isShown(_ alert: Alert, _ call: Call) throws(Failure) -> Bool {
    if let name = wanted(call), name != alert.search { return false }
    try call.request.cancellation.check()
    let address = ItemAddress(domain: alert.domain, id: alert.id).description
    guard try call.state.item(address) == nil else { return true }
    return try call.library.item(address) == nil
  }

  private static func events(_ call: Call) throws(Failure) -> [UInt8] {
    let known =
      call.request.header("Last-Event-ID").flatMap { Int64($0) }
      ?? call.arguments.number("after").map { Int64($0) }
    var text = Array("retry: \(pause)\n".utf8)
    // A client that comes for the first time hears of what is new from now on.
    guard let known else {
      text += Array("id: \(try latest(call, atMost: 1).last?.sequence ?? 0)\n\n".utf8)
      return text
    }
    text += Array("id: \(known)\n\n".utf8)
    for alert in try alerts(call, after: known, atMost: most) {
      var json = JSONWriter()
      json.line(JSONObjects.alert, alert)
      text += Array("id: \(alert.sequence)\nevent: \(alert.kind.rawValue)\ndata: ".utf8)
      text += json.written + [UInt8(ascii: "\n")]
    }
    return text
  }
}
