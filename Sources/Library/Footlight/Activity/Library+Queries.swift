public import FootlightPlatform
public import IndexStores
import SegmentFiles

/// Which of the counted queries are wanted.
public enum QuerySelection: String, Sendable, Hashable, CaseIterable {
  /// All, the most asked first.
  case all
  /// Those that had no hits.
  case withoutHits
  /// Those that had hits, of which nobody picked one.
  case withoutPicks
}

extension Library {
  /// The queries that were counted on this machine, the most asked first; none without `log: true` in
  /// `footlight.yaml`.
  public func queries(
    _ selection: QuerySelection = .all, limit: Int? = nil
  ) throws(Failure) -> [AskedQuery] {
    try writeQueries()
    let found = try userData.queries(on: today).filter { query in
      switch selection {
      case .all: true
      case .withoutHits: query.asked > 0 && query.hits == 0
      case .withoutPicks: query.asked > 0 && query.hits > 0 && query.picks == 0
      }
    }
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  /// Forgets counted queries, all without names; returns how many these were.
  @discardableResult
  public func forgetQueries(_ texts: [String] = []) throws(Failure) -> Int {
    try writeQueries()
    // A query that was counted while there was another attribute, or by another version, is found as it is listed.
    let meant = Set(texts.flatMap { [$0, CountedText.typed($0), counted($0)] })
    let count = try userData.forgetQueries(texts.isEmpty ? nil : meant.sorted())
    if count > 0 { try userData.forgetInBackup() }
    return count
  }

  /// Counts a query that somebody asked, with how many hits it had; nothing tells who.
  ///
  /// A log that cannot be written stops no search.
  package func count(asked text: String, hits: Int) {
    count(text) { AskedQuery($0, asked: 1, hits: hits, day: today) }
  }

  /// Counts that something was picked from the answer to a query.
  func count(pickedFor text: String) {
    count(text) { AskedQuery($0, picks: 1, day: today) }
  }

  private var today: Int { ActivityStrength.day(of: world.now()) }

  /// The text under which a query is counted.
  private func counted(_ text: String) -> String {
    CountedText(text) { [self] name in
      guard let state = try? store.snapshot(of: nil) else { return false }
      return state.domains.contains { state.attributes(of: $0.name).hold(name) }
    }.text
  }

  private func count(_ text: String, _ query: (String) -> AskedQuery) {
    // A search that has a name is no text that somebody thought of.
    guard logsQueries, !text.hasPrefix("@") else { return }
    let query = query(counted(text))
    guard !query.text.isEmpty, queryLog.add(query) else { return }
    // Nobody who searches waits for the disk, or for whoever holds the lock.
    Workers.detach { [weak self] in
      World.system.sleep(QueryLog.delay)
      try? self?.writeQueries()
    }
  }

  /// Writes the counts that are held in memory.
  package func writeQueries() throws(Failure) {
    try queryLog.write { (queries) throws(Failure) in try userData.count(queries) }
  }
}
