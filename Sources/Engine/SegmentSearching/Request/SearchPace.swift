package import FootlightPlatform

/// Looks at the bounds of a search now and then, so that looking costs nothing beside the work.
package struct SearchPace {
  private let bounds: SearchBounds?
  private var steps = 0

  package init(_ request: SearchRequest) {
    self.init(request.bounds)
  }

  package init(_ bounds: SearchBounds?) {
    self.bounds = bounds
  }

  /// Counts a document that is looked at; every 256th looks at the bounds.
  @inline(__always)
  package mutating func step() throws(Failure) {
    steps &+= 1
    if steps & 0xFF == 0 { try bounds?.check() }
  }

  /// Counts as much as so many documents take.
  package mutating func step(by count: Int) throws(Failure) {
    let before = steps >> 8
    steps &+= count
    if steps >> 8 != before { try bounds?.check() }
  }

  /// Looks at the bounds now, where many documents were looked at since.
  func check() throws(Failure) { try bounds?.check() }
}
