/// A query that was asked on this machine, and how often; nothing tells who asked.
public struct AskedQuery: Sendable, Hashable {
  /// The text, folded as names are compared.
  public var text: String
  /// How often it was asked; what lies back counts half for each turn of 30 days.
  public var asked: Int
  /// How many hits it had the last time.
  public var hits: Int
  /// How often something was picked from its answer.
  public var picks: Int
  /// The day on which it was asked last, counted from 1970.
  public var day: Int

  /// Describes a query.
  public init(_ text: String, asked: Int = 0, hits: Int = 0, picks: Int = 0, day: Int = 0) {
    self.text = text
    self.asked = asked
    self.hits = hits
    self.picks = picks
    self.day = day
  }

  /// The counts with those of later uses of the same query; what was counted before has faded until then.
  package func adding(_ later: AskedQuery) -> AskedQuery {
    let known = faded(by: later.day)
    return AskedQuery(
      text, asked: known.asked &+ later.asked, hits: later.asked > 0 ? later.hits : hits,
      picks: known.picks &+ later.picks, day: max(day, later.day))
  }

  /// The counts as they are worth on a day: half for each turn of 30 days since the query was asked last, rounded up.
  ///
  /// All counts are halved on the same days, so that those of a query that is asked again and again fade as well.
  package func faded(by today: Int) -> AskedQuery {
    let halvings = min(max(0, max(0, today) / 30 - max(0, day) / 30), 62)
    var query = self
    query.asked = AskedQuery.halved(asked, halvings)
    query.picks = AskedQuery.halved(picks, halvings)
    return query
  }

  private static func halved(_ count: Int, _ times: Int) -> Int {
    count > 0 ? (count - 1) >> times + 1 : count
  }
}
