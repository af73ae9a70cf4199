import DeclaredRecords

/// The key by which values of several segments are the same.
package enum FacetKey: Sendable, Hashable {
  case text([UInt8])
  case number(Double)
  case boolean(Bool)
  case date(Int64)

  /// Whether a value stands before another of the same count.
  func precedes(_ other: FacetKey) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let two)): one.lexicographicallyPrecedes(two)
    case (.number(let one), .number(let two)): one < two
    case (.boolean(let one), .boolean(let two)): !one && two
    case (.date(let one), .date(let two)): one < two
    default: place < other.place
    }
  }

  private var place: Int {
    switch self {
    case .boolean: 0
    case .number: 1
    case .date: 2
    case .text: 3
    }
  }

  /// The value with a text as it is folded.
  package var folded: FacetValue {
    guard case .text(let bytes) = self else { return value("") }
    return value(String(decoding: bytes, as: UTF8.self))
  }

  /// The value as it is shown.
  func value(_ spelling: String) -> FacetValue {
    switch self {
    case .text: .text(spelling)
    case .number(let number): .number(number)
    case .boolean(let truth): .boolean(truth)
    case .date(let seconds): .date(AttributeText.date(seconds: seconds))
    }
  }
}
