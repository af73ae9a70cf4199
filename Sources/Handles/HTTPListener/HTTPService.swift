/// What stands behind a listener: it is shown the head of each request, and answers the whole.
///
/// Both calls come from several threads at once.
package protocol HTTPService: Sendable {
  /// Whether a request is taken, judged by its head; called before its body is read.
  func admit(_ head: HTTPRequest) -> Admission

  /// How a request is answered.
  func answer(_ request: HTTPRequest) -> Answering

  /// What is said where a request is refused below the service: its framing, size or number.
  func refusal(_ status: Int, _ reason: String) -> HTTPResponse
}

/// What is done with a request, judged by its head.
package enum Admission: Sendable {
  /// It is answered at once; a body is not read.
  case refuse(HTTPResponse)
  /// Its body is read within these limits.
  case take(BodyLimits)
}

/// How large the body of a request may be, and how long it may take.
package struct BodyLimits: Sendable, Hashable {
  /// The most bytes.
  package var bytes: Int
  /// After how many milliseconds without a byte it is given up.
  package var stall: Int
  /// After how many milliseconds in all it is given up.
  package var whole: Int

  /// Makes limits.
  package init(bytes: Int, stall: Int, whole: Int) {
    self.bytes = bytes
    self.stall = stall
    self.whole = whole
  }
}

/// How a request is answered.
package enum Answering: Sendable {
  /// At once, on the thread that reads from the network: for what costs next to nothing.
  case now(HTTPResponse)
  /// By a thread that may work and wait.
  case later(Lane, @Sendable () -> HTTPResponse)

  /// Which threads do it: those who wait in one lane hold up nobody in another.
  package enum Lane: Int, Sendable, CaseIterable {
    /// Searches and other quick reading.
    case reading
    /// What may take long: writing, and reading of much.
    case waiting
  }
}
