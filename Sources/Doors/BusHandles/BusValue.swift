/// A value that is sent over the bus; its case is its type (D-Bus specification, "Type system").
package indirect enum BusValue: Sendable, Equatable {
  /// `s`.
  case text(String)
  /// `o`, the path of an object.
  case path(String)
  /// `u`.
  case number(UInt32)
  /// `i`.
  case signed(Int32)
  /// `d`.
  case real(Double)
  /// `a` of elements of one type, which an empty list has, too.
  case list(of: String, [BusValue])
  /// `(…)`.
  case structure([BusValue])
  /// `{…}`, which stands in a list alone.
  case entry(BusValue, BusValue)
  /// `v`.
  case variant(BusValue)

  /// `as`.
  package static func texts(_ texts: [String]) -> BusValue {
    .list(of: "s", texts.map(BusValue.text))
  }

  /// `a{sv}`.
  package static func properties(_ properties: [(name: String, value: BusValue)]) -> BusValue {
    .list(of: "{sv}", properties.map { .entry(.text($0.name), .variant($0.value)) })
  }

  /// The type as a signature writes it.
  package var signature: String {
    switch self {
    case .text: "s"
    case .path: "o"
    case .number: "u"
    case .signed: "i"
    case .real: "d"
    case .list(let element, _): "a" + element
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }
}
