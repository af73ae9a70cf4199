public import TextAnalysis

/// An order of hits by an attribute, the title, or the distance from a place: those without a value last, equals as they
/// stand in the index.
public struct AttributeOrder: Sendable, Hashable {
  /// The attribute's name, or `title`.
  public var name: String
  /// Whether the highest value comes first.
  public var isDescending: Bool
  /// The place from which distances are compared; nil for values.
  public var origin: Place?

  /// Makes an order.
  public init(_ name: String, isDescending: Bool = false, from origin: Place? = nil) {
    self.name = name
    self.isDescending = isDescending
    self.origin = origin
  }

  /// The name that stands for the places of an item, whatever its domain calls them.
  package static let placeName = AttributeFilter.placeNames[0]
  /// The same, as conditions name it.
  package static let areaName = AttributeFilter.placeNames[1]

  /// The name that stands for the title; no attribute has it.
  package static let titleName = "title"

  /// Reads orders as they are written on all doors: `-year,title`, `near:48.14,11.58`, the first one first.
  ///
  /// A name that was named before decides nothing any more and is left out.
  package static func list(
    _ texts: [String], after known: [AttributeOrder] = []
  ) -> [AttributeOrder] {
    var found = known
    var parts = texts.flatMap { $0.split(separator: ",") }[...]
    while let text = parts.popFirst() {
      let isDescending = text.hasPrefix("-")
      var order = AttributeOrder(
        String(isDescending ? text.dropFirst() : text), isDescending: isDescending)
      if let colon = order.name.firstIndex(of: ":") {
        // No name begins with a digit: what does belongs to the place, also where that is none. `E10` is a longitude where
        // one is lacking, and else a name.
        let first = order.name[colon...].dropFirst()
        let lacksLongitude = Place(String(first)) == nil
        if lacksLongitude, let east = parts.first, isNumber(east, mayHaveHemisphere: true) {
          order.name += "," + east
          parts.removeFirst()
        }
        while let number = parts.first, isNumber(number) {
          order.name += "," + number
          parts.removeFirst()
        }
        if let origin = Place(String(order.name[colon...].dropFirst())) {
          order.name = String(order.name[..<colon])
          order.origin = origin
        }
      }
      if !found.contains(where: { $0.name == order.name }) { found.append(order) }
    }
    return found
  }

  private static func isNumber(_ text: Substring, mayHaveHemisphere: Bool = false) -> Bool {
    var digits = text.drop { $0.isWhitespace }
    if mayHaveHemisphere, let mark = digits.first, "NSEWnsew".contains(mark) {
      digits = digits.dropFirst().drop { $0.isWhitespace }
    }
    return digits.drop { "+-−.".contains($0) }.first.map { $0.isASCII && $0.isNumber } ?? false
  }
}
