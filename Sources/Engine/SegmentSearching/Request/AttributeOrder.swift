/// An order of hits by an attribute or the title: those without a value last, equals as they stand in the index.
public struct AttributeOrder: Sendable, Hashable {
  /// The attribute's name, or `title`.
  public var name: String
  /// Whether the highest value comes first.
  public var isDescending: Bool

  /// Makes an order.
  public init(_ name: String, isDescending: Bool = false) {
    self.name = name
    self.isDescending = isDescending
  }

  /// The name that stands for the title; no attribute has it.
  package static let titleName = "title"

  /// Reads orders as they are written on all doors: `-year,title`, the first one first.
  ///
  /// A name that was named before decides nothing any more and is left out.
  package static func list(
    _ texts: [String], after known: [AttributeOrder] = []
  ) -> [AttributeOrder] {
    var found = known
    for text in texts.flatMap({ $0.split(separator: ",") }) {
      let isDescending = text.hasPrefix("-")
      let name = String(isDescending ? text.dropFirst() : text)
      if !found.contains(where: { $0.name == name }) {
        found.append(AttributeOrder(name, isDescending: isDescending))
      }
    }
    return found
  }
}
