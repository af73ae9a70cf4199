/// Where an activity may show.
public enum Eligibility: String, Sendable, Hashable, CaseIterable {
  /// It is found by its words.
  case search
  /// It may be exported to another machine.
  case handoff
  /// It may stand on pages that others see.
  case `public`
  /// It is shown for the empty query.
  case suggest

  /// Its bit in a stored number.
  var bit: Int {
    switch self {
    case .search: 1
    case .handoff: 2
    case .public: 4
    case .suggest: 8
    }
  }

  /// Some as a number.
  public static func bits(_ those: Set<Eligibility>) -> Int {
    those.reduce(0) { $0 | $1.bit }
  }

  /// The ones that a number stands for.
  public static func of(bits: Int) -> Set<Eligibility> {
    Set(allCases.filter { bits & $0.bit != 0 })
  }
}
