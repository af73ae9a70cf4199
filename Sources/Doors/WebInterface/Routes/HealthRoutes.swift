import Footlight
import FootlightPlatform
import JSONAnswers

/// The routes that tell whether the server is well, and what it can be asked.
enum HealthRoutes {
  static let all: [Route] = [
    Route(
      method: "GET", path: "/health", name: "health", summary: "whether the server answers",
      permission: .anybody, lane: nil, validator: .none
    ) { (_) throws(Failure) in
      Reply(["status": "ok"])
    },
    Route(
      method: "GET", path: "/ready", name: "ready", summary: "whether there is an index to search",
      permission: .anybody, statuses: [200, 503], validator: .none
    ) { (call) throws(Failure) in
      let isReady = call.state.exists
      var reply = Reply(["status": isReady ? "ready" : "nothing is indexed"])
      if !isReady {
        reply.status = 503
        reply.headers.append(("Retry-After", "5"))
      }
      return reply
    },
    Route(
      method: "GET", path: "/api/v1/version", name: "version",
      summary: "the version of the program that answers", lane: nil, validator: .content
    ) { (_) throws(Failure) in
      Reply(["name": "footlight", "version": .text(Library.version)])
    },
    Route(
      method: "GET", path: "/metrics", name: "metrics",
      summary: "what was asked and how long it took, for Prometheus", permission: .metrics,
      validator: .none, form: .machine, contentType: "text/plain; version=0.0.4; charset=utf-8"
    ) { (call) throws(Failure) in
      let domains = call.state.facts.filter { call.reaches($0.name) }.map { ($0.name, $0.items) }
      return Reply(
        "text/plain; version=0.0.4; charset=utf-8",
        Array(
          call.served.metrics.text(
            domains: domains,
            without: call.entry.audience.knowsActivity ? [] : RouteTable.ofActivity
          ).utf8))
    },
    Route(
      method: "GET", path: "/openapi.json", name: "openapi",
      summary: "this description of the API", permission: .anybody, statuses: [200, 304], lane: nil,
      validator: .content
    ) { (call) throws(Failure) in
      Reply(Reply.json, OpenAPIDocument(root: call.served.settings.root).bytes)
    },
  ]
}
