extension Place {
  /// Reads a point of ISO 6709, in which signs begin the numbers: `+48.14+011.58/`, `+4808+01134`, `-335155+1511233`; nil
  /// for any other text.
  ///
  /// How many digits stand before the point says whether they are degrees, degrees and minutes, or seconds too. A height and
  /// the name of a system may follow. The solidus, which ends such a point, may lack where the numbers have minutes or
  /// fractions: `+44-141` and `+44-020-7946000` are codes.
  init?(signed text: String) {
    let written = text.prefix { $0 != "/" && $0 != "C" }
    guard let first = written.first, first == "+" || first == "-" else { return nil }
    let rest = text.dropFirst(written.count)
    guard rest.isEmpty || rest == "/" || rest.hasPrefix("CRS") else { return nil }
    let isEnded = rest.last == "/"
    var numbers: [Substring] = []
    for place in written.indices where written[place] == "+" || written[place] == "-" {
      numbers.append(
        written[place...].prefix(1)
          + written[place...].dropFirst().prefix { $0 != "+" && $0 != "-" })
    }
    guard
      numbers.count == 2 || numbers.count == 3 && isEnded && Double(String(numbers[2])) != nil,
      let latitude = Place.signed(numbers[0], degrees: 2),
      let longitude = Place.signed(numbers[1], degrees: 3),
      latitude.parts == longitude.parts,
      isEnded || latitude.parts > 1 || numbers.contains(where: { $0.contains(".") })
    else { return nil }
    self.init(latitudeE7: latitude.number.e7, longitudeE7: longitude.number.e7)
  }

  /// A number of so many digits for whole degrees, and of how many parts it is.
  private static func signed(
    _ text: Substring, degrees: Int
  ) -> (number: Coordinate, parts: Int)? {
    let whole = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let fraction = text.dropFirst(1 + whole.count)
    let parts = 1 + (whole.count - degrees) / 2
    guard whole.count >= degrees, 1...3 ~= parts, whole.count == degrees + 2 * (parts - 1) else {
      return nil
    }
    var marked = String(text.prefix(1 + degrees))
    var rest = whole.dropFirst(degrees)
    for mark in ["°", "′"].prefix(parts - 1) {
      marked += mark + rest.prefix(2)
      rest = rest.dropFirst(2)
    }
    return Coordinate(marked + fraction).map { ($0, parts) }
  }
}
