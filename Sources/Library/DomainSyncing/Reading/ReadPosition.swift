package import IndexStores

/// How far a source has been read, as it is stored with the items: the source's own cursor, and when
/// it was asked.
package struct ReadPosition: Sendable, Hashable {
  /// The cursor with which the source goes on where it stopped; nil when only a complete read
  /// helps.
  var cursor: String?
  /// When the source was last asked, in seconds since 1970.
  var asked: Int64
  /// When all of it was last read.
  var completed: Int64
  /// When the oldest items may have been made: periods of expiry count from then or later.
  var built: Int64
  /// Whether records have ids of other records: then single changes do not tell which one counts.
  var hasDuplicates: Bool
  /// When the first item expires, or earlier, and when the last one had that was left out for it.
  package var expiries = Expiries()

  /// The position after a complete read at a moment.
  init(cursor: String?, completeAt now: Int64, hasDuplicates: Bool = false) {
    self.cursor = cursor
    asked = now
    completed = now
    built = now
    self.hasDuplicates = hasDuplicates
  }

  /// Reads what is stored; nothing is known where that is none.
  package init(_ facts: DomainFacts) {
    self.init(facts.cursor, built: facts.built)
  }

  /// Reads a text.
  private init(_ text: String, built present: Int64) {
    self.init(cursor: nil, completeAt: present)
    let parts = text.split(
      separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, let asked = Int64(parts[0]), let completed = Int64(parts[1]),
      let built = Int64(parts[2]),
      [asked, completed, built].allSatisfy({ (0..<1 << 53).contains($0) })
    else { return }
    self.asked = asked
    self.completed = completed
    self.built = built
    hasDuplicates = parts[3].first == "d"
    let moments = parts[3].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    expiries.next = moments.first.flatMap { Int64($0) }
    expiries.passed = moments.count > 1 ? Int64(moments[1]) : nil
    cursor = parts[4].first == "=" ? String(parts[4].dropFirst()) : nil
  }

  /// The position as stored: three times; `d` or `-` for duplicates, the first expiry, and after `/` the last one
  /// that has passed; `=` and the cursor.
  var text: String {
    let end = cursor.map { "=" + $0 } ?? ""
    let mark =
      (hasDuplicates ? "d" : "-") + (expiries.next.map(String.init) ?? "")
      + (expiries.passed.map { "/\($0)" } ?? "")
    return "\(asked) \(completed) \(built) \(mark) \(end)"
  }

  /// Whether the source was asked less than so many seconds ago.
  ///
  /// A clock that went back must not keep a source from being asked for years; the same below.
  func wasAsked(within seconds: Int, now: Int64) -> Bool {
    asked <= now && now - asked < Int64(seconds)
  }

  /// Whether all of the source was read so many seconds ago or longer.
  func isDueWhole(every seconds: Int, now: Int64) -> Bool {
    completed > now || now - completed >= Int64(seconds)
  }

  /// The same with other expiries.
  func expiring(_ expiries: Expiries) -> ReadPosition {
    var position = self
    position.expiries = expiries
    return position
  }

  /// Whether the clock has gone back before a moment at which items were left out: some of them are
  /// current again.
  func hasComeBack(now: Int64) -> Bool { expiries.passed.map { $0 > now } ?? false }
}
