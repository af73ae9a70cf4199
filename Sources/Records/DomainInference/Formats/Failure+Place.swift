import FootlightPlatform

extension Failure {
  /// The same failure with this place for all its reasons: that of the data as somebody named it.
  func at(_ location: SourceLocation) -> Failure {
    Failure(
      diagnostics.map { diagnostic in
        var placed = diagnostic
        placed.location = location
        return placed
      }) ?? self
  }
}
