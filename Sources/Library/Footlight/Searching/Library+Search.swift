public import FootlightPlatform
import IndexStores

extension Library {
  /// Searches the newest published state.
  ///
  /// - Throws: `domain.unknown`, `search.too-far`, `query.*` with ``SearchOptions/isStrict``,
  ///   `cancelled`, and what the machine refuses when no domain can be searched.
  public func search(
    _ text: String, options: SearchOptions = SearchOptions(), cancellation: Cancellation? = nil
  ) throws(Failure) -> Answer {
    let began = system.monotonic()
    let searcher = try searcher(options.domains).seen(by: options.audience)
    return try searcher.search(text, options, began: began, cancellation: cancellation)
  }

  /// Explains where an item is in the answer to a query, or why it is not there.
  ///
  /// Paging does not matter. The item is named by its address (`domain:id`) or its url.
  ///
  /// After ``SearchOptions/timeout`` it stops and says so: ``ItemExplanation/isCut``.
  ///
  /// - Complexity: the postings of all words are read.
  /// - Throws: what ``search(_:options:)`` throws; `item.bad-address`, `domain.unknown`.
  public func explain(
    _ text: String, _ address: String, options: SearchOptions = SearchOptions(),
    cancellation: Cancellation? = nil
  ) throws(Failure) -> ItemExplanation {
    let began = system.monotonic()
    // All domains are open: the item may be in one that is not searched.
    return try searcher([]).seen(by: options.audience)
      .explain(text, address, options, began: began, cancellation: cancellation)
  }

  /// Completes a text that is being typed.
  ///
  /// Names that begin with it come first, in the order of hits, then words that its last word begins, the most
  /// frequent first. Texts that fold alike stand there once.
  ///
  /// After `timeout` it stops with the completions found so far: ``Completions/isCut`` says so.
  ///
  /// - Throws: `domain.unknown`, `search.too-far` beyond 1000, `cancelled`.
  public func suggest(
    _ text: String, domains: [String] = [], limit: Int = SearchOptions.usualLimit,
    timeout: Duration? = nil,
    audience: Audience = .owner, cancellation: Cancellation? = nil
  ) throws(Failure) -> Completions {
    let began = system.monotonic()
    return try searcher(domains).seen(by: audience)
      .suggest(
        text, domains, limit: limit, timeout: timeout, audience: audience,
        began: began,
        cancellation: cancellation)
  }

  /// The newest published state, pinned: later syncs do not change its answers.
  ///
  /// - Parameter audience: the reader; for others than the owner every call hides what they may not see.
  public func snapshot(for audience: Audience = .owner) throws(Failure) -> Snapshot {
    Snapshot(try searcher([]), for: audience)
  }

  /// The item with an address (`domain:id`) or an url; nil when there is none or it has expired.
  ///
  /// An unknown domain is a failure.
  public func item(
    _ address: String, audience: Audience = .owner
  ) throws(Failure) -> LocatedItem? {
    try searcher([]).seen(by: audience).item(address, for: audience)
  }

  /// The newest state with the domains open that these names mean.
  func searcher(_ names: [String]) throws(Failure) -> Searcher {
    var state = try store.snapshot(of: names.isEmpty ? nil : names)
    let selection = DomainSelection(names)
    let grouped = state.domains.map(\.name).filter { selection.contains($0) && !names.contains($0) }
    // A group was named: its domains are known only now.
    if !names.isEmpty, !grouped.isEmpty { state = try store.snapshot(of: names + grouped) }
    let look = look(state)
    let activity = activityView()
    let withoutPages = state
    if let pages = activity.pages, selection.contains(pages.name) {
      state = try state.adding(pages)
    }
    var searcher = Searcher(state: state, look: look, system: system, activity: activity)
    searcher.withoutPages = withoutPages
    searcher.searches = searches
    return searcher
  }
}
