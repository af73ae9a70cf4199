import Footlight
import FootlightPlatform
import JSONAnswers

/// Pushing records, deleting items.
///
/// A search that begins after the answer finds everything that was written.
enum WritingRoutes {
  static let all: [Route] = [
    Route(
      method: "POST", path: "/api/v1/domains/{domain}/records", name: "push",
      summary: "index records: JSON lines or an array, all of them or none",
      parameters: [
        Parameter("merge", .flag, "whether the records change others in part"),
        Parameter("batch", .text, "the name under which a state is stored in the same step"),
        Parameter("state", .text, "that state, of at most 250 bytes"),
        Parameter("expected", .text, "the state that must be stored now; empty for none"),
      ], permission: .push, statuses: [200, 202, 400, 404, 409, 413, 503],
      body: "a record a line, each a JSON object; or a JSON array of them",
      limits: BodyLimits(bytes: 64 << 20, stall: 30_000, whole: 600_000), lane: .waiting,
      validator: .none, answer: .pushed, action: push),
    Route(
      method: "GET", path: "/api/v1/domains/{domain}/batches/{batch}", name: "batch",
      summary: "the state that was stored with the last records of a batch", permission: .push,
      statuses: [200, 404], lane: .waiting, validator: .none
    ) { (call) throws(Failure) in
      let (domain, batch) = (call.capture("domain"), call.capture("batch"))
      try call.check(domain)
      guard let state = try call.library.batchState(batch, of: domain) else {
        throw Failure(
          .itemUnknown, "nothing is stored for this batch", remedy: "push with batch and state")
      }
      return Reply(["batch": .text(batch), "state": .text(state)])
    },
    Route(
      method: "POST", path: "/api/v1/domains/{domain}/delete", name: "deleteMany",
      summary: "delete items that programs have pushed, all of them or none", permission: .push,
      statuses: [200, 202, 400, 404, 409, 413, 503],
      body: "{\"ids\": [\"…\"]}, at most 10,000 ids",
      limits: BodyLimits(bytes: 4 << 20, stall: 1_500, whole: 30_000), lane: .waiting,
      validator: .none, answer: .pushed, action: deleteMany),
    Route(
      method: "DELETE", path: "/api/v1/items/{domain}/{id}", name: "deleteItem",
      summary: "delete an item that a program has pushed", permission: .push,
      statuses: [200, 202, 404, 409, 503], lane: .waiting, validator: .none, answer: .pushed,
      action: delete),
  ]

  private static func push(_ call: Call) throws(Failure) -> Reply {
    let domain = call.capture("domain")
    try call.check(domain)
    var state: ClientState?
    if let batch = call.arguments["batch"] {
      guard let text = call.arguments["state"] else {
        throw Failure(.requestParameter, "a batch needs a state", remedy: "send batch and state")
      }
      state = ClientState(batch: batch, text: text, expected: expected(call))
    }
    let merges = call.arguments.flag("merge")
    let lines = try ListedRecords.lines(call.request.body)
    let report = try patiently { (options) throws(Failure) in
      try call.library.records(of: domain, options: options).index(
        lines: lines, named: "body", merging: merges, state: state)
    }
    return reply(report, domain)
  }

  /// The state that must be stored: an empty one means something, unlike other parameters.
  private static func expected(_ call: Call) -> String? {
    if let text = call.arguments["expected"] { return text }
    let pairs = (call.request.query ?? "").split(separator: "&")
    return pairs.contains { $0 == "expected=" || $0 == "expected" } ? "" : nil
  }

  private static func delete(_ call: Call) throws(Failure) -> Reply {
    let address = ItemAddress(domain: call.capture("domain"), id: call.capture("id"))
    try call.check(address.domain)
    let isThere = try call.state.item(address.description)?.domain == address.domain
    let report = try patiently { (options) throws(Failure) in
      try call.library.records(of: address.domain, options: options).delete(ids: [address.id])
    }
    guard isThere || report.changes.deleted > 0 || report.waits else {
      throw Failure(.itemUnknown, "there is no such item", remedy: "nothing is to be deleted")
    }
    return reply(report, address.domain)
  }

  private static func deleteMany(_ call: Call) throws(Failure) -> Reply {
    let domain = call.capture("domain")
    try call.check(domain)
    guard case .list(let values)? = JSONValue(call.request.body)?["ids"], values.count <= 10_000
    else {
      throw Failure(
        .requestBody, "the body is no JSON object with at most 10,000 ids",
        remedy: "send {\"ids\": [\"…\"]}")
    }
    let ids = values.compactMap(\.text)
    guard ids.count == values.count else {
      throw Failure(.requestBody, "an id is no text", remedy: "send {\"ids\": [\"…\"]}")
    }
    let report = try patiently { (options) throws(Failure) in
      try call.library.records(of: domain, options: options).delete(ids: ids)
    }
    return reply(report, domain)
  }

  /// Waits for another indexer, but not for long.
  private static func patiently(
    _ body: (PushOptions) throws(Failure) -> PushReport
  ) throws(Failure) -> PushReport {
    let end = SystemServices.system.monotonic() + 5_000_000_000
    while true {
      do throws(Failure) {
        return try body(PushOptions())
      } catch {
        guard error.concerns([.lockHeld]), SystemServices.system.monotonic() < end else {
          throw error
        }
        SystemServices.system.sleep(50_000_000)
      }
    }
  }

  private static func reply(_ report: PushReport, _ domain: String) -> Reply {
    var reply = Reply(JSONObjects.pushed, (report, domain))
    reply.status = report.waits ? 202 : 200
    return reply
  }
}
