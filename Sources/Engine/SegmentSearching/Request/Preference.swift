/// Why a document stands before its equals.
package struct Preference: Sendable, Hashable {
  /// 0 … 7: how much it is used.
  package var activity = 0
  /// Whether it is within its window.
  package var isInWindow = false
  /// 0 … 7: how strongly it was picked for the query.
  package var picked = 0

  /// A score as it is with the factor of the class: (14 + class) / 14.
  package func raised(_ score: Int) -> Int { Preference.raised(score, activity) }

  static func raised(_ score: Int, _ activity: Int) -> Int {
    activity == 0 ? score : score * (14 + activity) / 14
  }

  /// The most that a preference can make of a score.
  static func highest(_ score: Int) -> Int { raised(score, 7) }
}
