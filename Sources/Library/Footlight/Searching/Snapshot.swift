public import FootlightPlatform
import IndexStores

/// One published state of the index, pinned: its answers never change.
///
/// It belongs to an audience. A snapshot for others than the owner hides the same from every call, whatever
/// the call itself asks for.
public final class Snapshot: Detaching {
  let searcher: Searcher
  /// The reader that it was taken for.
  public let audience: Audience

  init(_ searcher: Searcher, for audience: Audience) {
    self.searcher = searcher.seen(by: audience)
    self.audience = audience
  }

  var state: any StoreSnapshot { searcher.state }
  var look: WorkspaceLook { searcher.look }
  var world: World { searcher.world }
  var activity: ActivityView { searcher.activity }

  /// The narrower of two audiences: that of the snapshot, unless that is the owner.
  private func narrowed(_ asked: Audience) -> Audience { audience == .owner ? asked : audience }

  /// Loads the tables of every search and rehearses, so that the first search does not have to; optional.
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
    var options = options
    options.audience = narrowed(options.audience)
    return try searcher.seen(by: options.audience)
      .search(text, options, began: world.monotonic(), cancellation: cancellation)
  }

  /// The item with an address or an url in this state; nil when there is none or it has expired.
  public func item(
    _ address: String, audience: Audience = .owner
  ) throws(Failure) -> LocatedItem? {
    let audience = narrowed(audience)
    return try searcher.seen(by: audience).item(address, for: audience)
  }

  /// Explains where an item is in the answer to a query on this state, or why it is not there.
  public func explain(
    _ text: String, _ address: String, options: SearchOptions = SearchOptions(),
    cancellation: Cancellation? = nil
  ) throws(Failure) -> ItemExplanation {
    var options = options
    options.audience = narrowed(options.audience)
    return try searcher.seen(by: options.audience)
      .explain(text, address, options, began: world.monotonic(), cancellation: cancellation)
  }

  /// Completes a text that is being typed, from this state.
  public func suggest(
    _ text: String, domains: [String] = [], limit: Int = SearchOptions.usualLimit,
    timeout: Duration? = nil,
    audience: Audience = .owner, cancellation: Cancellation? = nil
  ) throws(Failure) -> Completions {
    let audience = narrowed(audience)
    return try searcher.seen(by: audience)
      .suggest(
        text, domains, limit: limit, timeout: timeout,
        audience: audience, began: world.monotonic(), cancellation: cancellation)
  }
}
