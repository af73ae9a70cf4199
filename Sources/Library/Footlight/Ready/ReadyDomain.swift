/// A domain whose declaration the library carries with it, and whether this machine has data for it.
public struct ReadyDomain: Sendable, Hashable {
  /// The name of the domain.
  public var domain: String
  /// The name for people.
  public var label: String
  /// The places on this machine where data was found, as paths and globs.
  public var found: [String]
  /// All places that were looked at, with `~` for the home.
  public var places: [String]
  /// Whether the workspace declares a domain of this name already.
  public var isDeclared: Bool
  /// How many items it would have; nil where nothing was found or nothing could be read.
  public var items: Int?
  /// Whether these are all: counting ends when it takes long.
  public var isWhole = true
  /// The first thing that is wrong with the data, where it cannot be read.
  public var problem: String?
}
