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
    throw Route.nowhere
  }
  /// Work that is done in steps, between which other clients have their turns: each call of what it returns is
  /// one, and the last yields the reply.
  typealias Steps = @Sendable (Call) throws(Failure) -> () throws(Failure) -> Reply?
  var steps: Steps?

  static let nowhere = Failure(.routeUnknown, "there is nothing at this address")

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

/// The path of a route, taken apart once, so that a request is compared with all of them in no time.
struct RoutePattern: Sendable {
  /// The text between two slashes.
  private enum Part: Sendable {
    case fixed(String)
    /// A name for what varies, and the text before and after it.
    case varying(before: String, name: String, behind: String)
  }

  private let parts: [Part]

  init(_ path: String) {
    parts = RoutePattern.split(path[...]).map { part in
      guard let open = part.firstIndex(of: "{"), let close = part.firstIndex(of: "}") else {
        return .fixed(String(part))
      }
      return .varying(
        before: String(part[..<open]), name: String(part[part.index(after: open)..<close]),
        behind: String(part[part.index(after: close)...]))
    }
  }

  /// The parts of a path; a slash at its beginning leaves an empty one before it.
  static func split(_ path: Substring) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      Substring($0)
    }
  }

  /// The values of a path at the places that vary; nil when it is another one.
  func captures(_ path: [Substring]) -> [String: String]? {
    guard parts.count == path.count else { return nil }
    for (part, text) in zip(parts, path) {
      if case .fixed(let fixed) = part, !fixed.utf8.elementsEqual(text.utf8) { return nil }
    }
    var found: [String: String] = [:]
    for (part, text) in zip(parts, path) {
      guard case .varying(let before, let name, let behind) = part else { continue }
      guard text.utf8.count > before.utf8.count + behind.utf8.count,
        text.utf8.starts(with: before.utf8),
        text.utf8.suffix(behind.utf8.count).elementsEqual(behind.utf8),
        let value = PercentText.decoded(
          Substring(text.utf8.dropFirst(before.utf8.count).dropLast(behind.utf8.count))),
        !value.utf8.contains(0)
      else { return nil }
      found[name] = value
    }
    return found
  }
}
