import Footlight
import FootlightPlatform

/// Visits and stars: by a program with a key, and by the person at this machine on the pages.
enum PickRoutes {
  /// Those of the API.
  static let described: [Route] = [
    pick("POST", "/api/v1/items/{domain}/{id}/visit", "visit", "record that an item was opened") {
      (call, address) throws(Failure) in
      try call.library.visit(address, options: VisitOptions(for: call.arguments["q"]))
    },
    pick("PUT", "/api/v1/items/{domain}/{id}/star", "star", "star an item") {
      (call, address) throws(Failure) in try call.library.star(address)
    },
    pick("DELETE", "/api/v1/items/{domain}/{id}/star", "unstar", "take a star back") {
      (call, address) throws(Failure) in try call.library.unstar(address)
    },
  ]

  /// Those of the pages.
  static let all: [Route] = [
    own("/visit", "pageVisit") { (call, address, form) throws(Failure) in
      try call.library.visit(address.description, options: VisitOptions(for: form["q"]))
      return .done
    },
    own("/star", "pageStar") { (call, address, form) throws(Failure) in
      if form["state"] == "off" {
        try call.library.unstar(address.description)
      } else {
        try call.library.star(address.description)
      }
      var reply = Reply.done
      reply.status = 303
      let place = call.pages.addresses.item(address.domain, address.id)
      reply.headers.append(("Location", place.text))
      return reply
    },
    Route(
      method: "GET", path: "/history", name: "historyPage", summary: "what was visited and starred",
      form: .page, contentType: Reply.html
    ) { (call) throws(Failure) in
      guard call.records else { throw Route.nowhere }
      return Reply(
        Reply.html, call.pages.history(try places(call), ItemRoutes.domains(call)))
    },
  ]

  private static func pick(
    _ method: String, _ path: String, _ name: String, _ summary: String,
    _ body: @escaping @Sendable (Call, String) throws(Failure) -> VisitOutcome
  ) -> Route {
    Route(
      method: method, path: path, name: name, summary: summary,
      parameters: name == "visit" ? [query] : [], permission: .activity, statuses: [204, 404, 409],
      lane: .waiting, validator: .none
    ) { (call) throws(Failure) in
      let found = try ItemRoutes.found(call)
      let outcome = try body(call, ItemAddress(domain: found.domain, id: found.item.id).description)
      if !outcome.isRecorded, name != "unstar", let reason = outcome.reason {
        throw Failure(.activityOff, "nothing was recorded: \(reason)", remedy: "turn activity on")
      }
      return .done
    }
  }

  private static let query = Parameter("q", .text, "what was asked when the item was picked")
  private static let form: [Parameter] = [
    Parameter("item", .text, "the address of the item"), query,
    Parameter("state", .choice(["on", "off"]), "whether it is starred"),
  ]

  private static func own(
    _ path: String, _ name: String,
    _ body: @escaping @Sendable (Call, ItemAddress, Arguments) throws(Failure) -> Reply
  ) -> Route {
    Route(
      method: "POST", path: path, name: name, summary: "what the person at this machine picks",
      permission: .ownPage, statuses: [204, 303, 404], lane: .waiting, validator: .none,
      form: .machine
    ) { (call) throws(Failure) in
      let text = String(decoding: call.request.body, as: UTF8.self)
      let arguments = try Arguments(query: text[...], form)
      let named = arguments["item"].flatMap { ItemAddress($0) }
      if let named { try call.check(named.domain) }
      guard let address = named, let found = try call.state.item(address.description),
        found.domain == address.domain
      else { throw Failure(.itemUnknown, "there is no such item", remedy: "search for it") }
      return try body(call, address, arguments)
    }
  }

  // MARK: For pages

  /// The latest visits and the stars; none for others than the person at this machine.
  static func places(_ call: Call) throws(Failure) -> [Start.Place] {
    guard call.records else { return [] }
    let reached = try call.domains([])
    let starred = try call.library.history(
      starred: true, domains: reached, limit: 50, audience: .page)
    let lately = try call.library.history(domains: reached, limit: 10, audience: .page)
    return (starred + lately.filter { !$0.isStarred }).map { entry in
      Start.Place(
        domain: entry.domain, id: entry.id, title: entry.title,
        url: entry.url.isEmpty ? nil : entry.url, last: entry.last, isStarred: entry.isStarred)
    }
  }

  /// The starred items.
  static func starred(_ call: Call) throws(Failure) -> Set<ItemAddress> {
    guard call.records else { return [] }
    let entries = try call.library.history(
      starred: true, domains: try call.domains([]), limit: 500, audience: .page)
    return Set(entries.map { ItemAddress(domain: $0.domain, id: $0.id) })
  }
}
