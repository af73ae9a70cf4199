/// The news that an item has become a hit of a search that has a name, has changed as one, or is none any more.
public struct Alert: Sendable, Hashable {
  /// What happened.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The item satisfies the search and did not before.
    case came
    /// The item satisfied it before and is another now.
    case changed
    /// The item does not satisfy it any more, or is gone.
    case went
  }

  /// Its number: the later, the higher; no two are the same.
  public var sequence: Int64
  /// The name of the search.
  public var search: String
  /// What happened.
  public var kind: Kind
  /// The item's domain.
  public var domain: String
  /// The item's id within it.
  public var id: String
  /// The item's title, now or as it last was.
  public var title: String
  /// Its address, or an empty text.
  public var url: String
  /// Whether only its owner sees the item, or saw it before.
  public var isPrivate: Bool
  /// When it was found out, in seconds since 1970.
  public var time: Int64

  /// Tells of an item.
  public init(
    sequence: Int64 = 0, search: String, kind: Kind, domain: String, id: String, title: String = "",
    url: String = "", isPrivate: Bool = false, time: Int64 = 0
  ) {
    self.sequence = sequence
    self.search = search
    self.kind = kind
    self.domain = domain
    self.id = id
    self.title = title
    self.url = url
    self.isPrivate = isPrivate
    self.time = time
  }
}

/// The news that a reader was not told yet.
public struct AlertBatch: Sendable, Hashable {
  /// The alerts, the oldest first.
  public var alerts: [Alert]
  /// How many were dropped before the reader came: older ones, and those beyond the most that one change may tell.
  public var missed: Int

  /// Gathers alerts.
  public init(_ alerts: [Alert] = [], missed: Int = 0) {
    self.alerts = alerts
    self.missed = missed
  }
}

/// The readers that are told of alerts, each of them once.
package enum AlertReader: String, Sendable, CaseIterable {
  /// The person who asks for them.
  case person
  /// The program of `on_match`.
  case program

  /// The file of the lock that is held while the program is told.
  package static let programLockName = "alerts.lock"
}

/// A search of whose hits somebody wants to hear when items come, change or go.
package struct AlertRule: Sendable, Hashable {
  /// Its name.
  package var name: String
  /// The text of the query; empty for everything that the filters leave.
  package var text: String
  /// Conditions beside the text.
  package var filters: [String]
  /// The domains or groups; all when empty.
  package var domains: [String]

  /// Names a search.
  package init(name: String, text: String, filters: [String] = [], domains: [String] = []) {
    self.name = name
    self.text = text
    self.filters = filters
    self.domains = domains
  }
}
