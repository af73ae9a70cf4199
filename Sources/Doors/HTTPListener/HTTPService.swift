/// The program that a listener works for: it judges the head of each request, and answers the whole.
///
/// Calls come from several threads at once.
protocol HTTPService: Sendable {
  /// Judges a request by its head, before its body is read.
  func admit(_ head: HTTPRequest) -> Admission

  /// The answer to a request that is refused below the service: for its framing, size or number.
  func refusal(_ status: Int, _ reason: String) -> HTTPResponse
}

extension HTTPService {
  /// Answers a whole request on this thread, without a network.
  func response(to request: HTTPRequest) -> HTTPResponse {
    switch admit(request) {
    case .refuse(let response): return response
    case .take(_, let answer):
      switch answer(request) {
      case .now(let response): return response
      case .later(_, let work):
        while true { if let response = work() { return response } }
      }
    }
  }
}

/// The verdict on the head of a request.
enum Admission: Sendable {
  /// It is answered at once; a body is not read.
  case refuse(HTTPResponse)
  /// Its body is read within these limits, then the whole is answered.
  case take(BodyLimits, answer: @Sendable (HTTPRequest) -> Answering)
}

/// The limits of the body of a request.
struct BodyLimits: Sendable, Hashable {
  /// The most bytes.
  var bytes: Int
  /// The most milliseconds without a byte.
  var stall: Int
  /// The most milliseconds in all.
  var whole: Int
}

/// How a request is answered.
enum Answering: Sendable {
  /// At once, on the thread that reads from the network: for work of a few microseconds.
  case now(HTTPResponse)
  /// By a thread that may work and wait; the work is called again, after the turns of other clients, as long
  /// as it returns nil.
  case later(Lane, @Sendable () -> HTTPResponse?)

  /// A group of threads: work that waits in one lane holds up nobody in another.
  enum Lane: Int, Sendable, CaseIterable {
    /// Searches and other quick reading.
    case reading
    /// Work that may take long: writing, and reading of much.
    case waiting
  }
}
