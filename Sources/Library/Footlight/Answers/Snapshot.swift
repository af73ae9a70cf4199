public import FootlightDiagnostics
public import FootlightPlatform
import IndexStores

/// One published state of the index, pinned: what it finds never changes.
public final class Snapshot: Sendable {
  let state: any StoreSnapshot
  let look: WorkspaceLook
  let world: World

  let activity: ActivityView

  init(
    state: any StoreSnapshot, look: WorkspaceLook, world: World,
    activity: ActivityView = .none
  ) {
    self.state = state
    self.look = look
    self.world = world
    self.activity = activity
  }

  private var searcher: Searcher {
    Searcher(state: state, look: look, world: world, activity: activity)
  }

  /// Loads what every search needs and rehearses, so that the first search does not have to; optional.
  ///
  /// For a program that asks much and lives long: every word of the index is read once and kept in 24 bytes
  /// and its letters. A part that is found damaged is noted, and left out of answers as by a search.
  public func prepare() throws(Failure) {
    try state.prepare()
    rehearse()
  }

  /// Searches this state.
  public func search(
    _ text: String, options: SearchOptions = SearchOptions(), cancellation: Cancellation? = nil
  ) throws(Failure) -> Answer {
    try searcher
      .search(text, options, began: world.monotonic(), cancellation: cancellation)
  }

  /// The item with an address or an url in this state; nil when there is none or it has expired.
  public func item(
    _ address: String, audience: Audience = .owner
  ) throws(Failure) -> LocatedItem? {
    try searcher.item(address, for: audience)
  }

  /// Explains where an item is in the answer to a query on this state, or why it is not there.
  public func explain(
    _ text: String, _ address: String, options: SearchOptions = SearchOptions(),
    cancellation: Cancellation? = nil
  ) throws(Failure) -> ItemExplanation {
    try searcher
      .explain(text, address, options, began: world.monotonic(), cancellation: cancellation)
  }

  /// Completes a text that is being typed, from this state.
  public func suggest(
    _ text: String, domains: [String] = [], limit: Int = 10, timeout: Duration? = nil,
    audience: Audience = .owner, cancellation: Cancellation? = nil
  ) throws(Failure) -> Completions {
    try searcher
      .suggest(
        text, domains, limit: limit, timeout: timeout,
        audience: audience, began: world.monotonic(), cancellation: cancellation)
  }
}
