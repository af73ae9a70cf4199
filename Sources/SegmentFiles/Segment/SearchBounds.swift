import FootlightDiagnostics
public import FootlightPlatform

/// When a search has to stop before it is done: at a time, or when somebody says so.
public struct SearchBounds: Sendable {
  /// The instant, in nanoseconds of `clock`; nil for never.
  public var deadline: Int64?
  /// The clock.
  public var clock: @Sendable () -> Int64
  /// The flag by which any thread stops the search.
  public var cancellation: Cancellation?

  /// Makes bounds.
  public init(
    deadline: Int64? = nil, clock: @escaping @Sendable () -> Int64,
    cancellation: Cancellation? = nil
  ) {
    self.deadline = deadline
    self.clock = clock
    self.cancellation = cancellation
  }

  /// Throws `cancelled`, or `search.cut` behind the deadline.
  func check() throws(Failure) {
    try cancellation?.check()
    if let deadline, clock() >= deadline {
      throw Failure(.searchCut, "the search was stopped before it was done")
    }
  }
}

/// Looks at the bounds of a search now and then, so that looking costs nothing beside the work.
struct SearchPace {
  private let bounds: SearchBounds?
  private var steps = 0

  init(_ request: SearchRequest) {
    bounds = request.bounds
  }

  /// Counts a document that is looked at; every 256th looks at the bounds.
  @inline(__always)
  mutating func step() throws(Failure) {
    steps &+= 1
    if steps & 0xFF == 0 { try bounds?.check() }
  }
}

extension Failure {
  /// Whether a search was stopped by its deadline: what it has found until then is good.
  var isCut: Bool { concerns([.searchCut]) }
}
