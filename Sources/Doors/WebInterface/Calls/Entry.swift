import Footlight

/// A request that was let in: its route, and the rights of its sender.
struct Entry: Sendable {
  var route: Route
  var captures: [String: String]
  var key: AccessKey?
  /// The reader that answers are made for.
  var audience: Audience
  /// Whether the person at this machine, or somebody with a key for activity on a page, records what they pick.
  var recordsPicks: Bool
}
