/// When and where an item matters most, as its declaration says.
public struct ItemRelevance: Sendable, Hashable {
  /// When its window begins: a date or an instant.
  public var from: String?
  /// When its window ends: a date, whose end is meant, or an instant.
  public var to: String?
  /// Latitude and longitude in degrees, with a comma between.
  public var place: String?
  /// The name of the place.
  public var label: String?

  /// Describes a window.
  package init(
    from: String? = nil, to: String? = nil, place: String? = nil, label: String? = nil
  ) {
    self.from = from
    self.to = to
    self.place = place
    self.label = label
  }
}
