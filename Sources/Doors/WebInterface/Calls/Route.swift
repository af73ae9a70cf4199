import Footlight
import FootlightPlatform

/// One thing that can be asked of the server.
///
/// The table of routes drives dispatch, checks, the description of the API, the reference and the
/// tests.
struct Route: Sendable {
  /// The right that a route needs.
  enum Permission: Sendable {
    /// Everybody, key or not: whether the server is well.
    case anybody
    /// The right to search; on this machine everybody has it.
    case search
    /// The right to read metrics; on this machine everybody has it.
    case metrics
    /// The right to push and delete: always by a key.
    case push
    /// The right to record visits and stars: always by a key.
    case activity
    /// The person at this machine, or somebody who has signed in with a key for activity, from a page of this
    /// server.
    case ownPage
    /// Everybody, from a page of this server.
    case signIn
  }

  /// From what the validator of an answer is made.
  enum Validator: Sendable {
    /// From the state of the index: it is compared before anything is searched.
    case state
    /// From the bytes of the answer.
    case content
    case none
  }

  /// The kind of reader.
  enum Form: Sendable { case json, page, machine }

  let method: String
  /// The path below the root, with names in braces for what varies.
  let path: String
  /// Its name in the description of the API.
  let name: String
  /// One line without a full stop.
  let summary: String
  var parameters: [Parameter] = []
  var permission = Permission.search
  /// The statuses that it answers, beside those of every route.
  var statuses = [200]
  /// The content of its body; nil when it needs none.
  var body: String?
  var limits = BodyLimits(bytes: 64 << 10, stall: 1_500, whole: 10_000)
  /// The threads that answer; nil for the one that reads from the network.
  var lane: Answering.Lane? = .reading
  var validator = Validator.state
  var form = Form.json
  /// Whether its queries are counted, where the workspace wants that: each must be answered then.
  var countsQueries = false
  /// The media type of its answer.
  var contentType = Reply.json
  /// The schema of its answer; nil for one that is no JSON.
  var answer: AnswerSchema?
  var action: @Sendable (Call) throws(Failure) -> Reply = { (_) throws(Failure) in
    throw Failure(.routeUnknown, "there is nothing at this address")
  }
  /// Work that is done in steps, between which other clients have their turns: each call of what it returns is
  /// one, and the last yields the reply.
  typealias Steps = @Sendable (Call) throws(Failure) -> () throws(Failure) -> Reply?
  var steps: Steps?

  /// Whether it changes something.
  var writes: Bool {
    switch permission {
    case .push, .activity, .ownPage: method != "GET"
    case .anybody, .search, .metrics, .signIn: false
    }
  }

  /// The same route, whose queries are counted.
  var counting: Route {
    var route = self
    route.countsQueries = true
    return route
  }

  /// The parts of the path between slashes.
  var segments: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }
}

extension Route {
  /// The route as the reference for people has it.
  var reference: ReferenceEntry {
    let right: String? =
      switch permission {
      case .push: "push"
      case .activity: "activity"
      case .anybody, .search, .metrics, .ownPage, .signIn: nil
      }
    return ReferenceEntry(
      method: method, path: path, summary: summary,
      parameters: parameters.map {
        ReferenceEntry.Parameter(name: $0.name, values: $0.values, summary: $0.summary)
      }, right: right, body: body)
  }
}

extension Parameter {
  /// The values that it takes, for people.
  fileprivate var values: String {
    switch kind {
    case .text, .pattern: "text"
    case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .choice(let words): words.joined(separator: ", ")
    case .list, .attributes: "text, any number of times"
    case .listOf(let words): "any of " + words.joined(separator: ", ")
    }
  }
}
