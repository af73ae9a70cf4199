import FootlightPlatform

@testable import SearchEngine

extension ValueDictionary {
  /// All texts in the order of their codes, each as it is spelled most often.
  func spellings() throws(Failure) -> [String] {
    var found: [String] = []
    guard count > 0 else { return found }
    try forEachText(of: (1...count).map { UInt64($0) }) { _, _, spelling in found.append(spelling) }
    return found
  }

  /// The text of a code as it is spelled most often.
  func spelling(_ code: UInt64) throws(Failure) -> String {
    var found = ""
    try forEachText(of: [code]) { _, _, spelling in found = spelling }
    return found
  }
}
