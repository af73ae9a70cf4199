public import FootlightDiagnostics

/// One published state of the index, pinned: what it finds never changes.
public final class Snapshot: Sendable {
  init() {}

  /// Searches this state.
  public func search(
    _ text: String, options: SearchOptions = SearchOptions()
  ) throws(Failure) -> Answer {
    Answer(query: text)
  }

  /// The item with an address or an url in this state.
  public func item(_ address: String) throws(Failure) -> LocatedItem? {
    nil
  }
}
