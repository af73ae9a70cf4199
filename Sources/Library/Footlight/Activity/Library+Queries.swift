public import FootlightDiagnostics
import FootlightPlatform
public import UserData

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
    let count = try userData.forgetQueries(
      texts.isEmpty ? nil : texts.map { CountedText.of($0) })
    if count > 0 { try userData.forgetInBackup() }
    return count
  }

  /// Counts a query that somebody asked, with how many hits it had; nothing tells who.
  ///
  /// A log that cannot be written stops no search.
  package func count(asked text: String, hits: Int) {
    count(AskedQuery(CountedText.of(text), asked: 1, hits: hits, day: today), text)
  }

  /// Counts that something was picked from the answer to a query.
  func count(pickedFor text: String) {
    count(AskedQuery(CountedText.of(text), picks: 1, day: today), text)
  }

  private var today: Int { ActivityStrength.day(of: world.now()) }

  private func count(_ query: AskedQuery, _ text: String) {
    // A search that has a name is no text that somebody thought of.
    guard logsQueries, !query.text.isEmpty, !text.hasPrefix("@"), queryLog.add(query) else {
      return
    }
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
