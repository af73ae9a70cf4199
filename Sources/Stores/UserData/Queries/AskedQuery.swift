/// A query that was asked on this machine, and how often; nothing tells who asked.
public struct AskedQuery: Sendable, Hashable {
  /// The text, folded as names are compared.
  public var text: String
  /// How often it was asked.
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

  /// The counts with those of later uses of the same query.
  package func adding(_ later: AskedQuery) -> AskedQuery {
    AskedQuery(
      text, asked: asked &+ later.asked, hits: later.asked > 0 ? later.hits : hits,
      picks: picks &+ later.picks, day: max(day, later.day))
  }
}
