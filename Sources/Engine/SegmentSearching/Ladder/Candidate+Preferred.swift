import FootlightPlatform

extension Candidate {
  /// The candidate as its preference has it.
  func preferred(_ preference: Preference, _ name: QueriedName) throws(Failure) -> Candidate {
    var candidate = self
    candidate.picked = preference.picked
    candidate.isInWindow = preference.isInWindow
    if hasScore {
      candidate.score = preference.raised(score)
    } else {
      var isTitle = false
      if tier == 1 { isTitle = try name.isTitle(document) }
      candidate.score =
        NameStanding(
          isSymbolic: tier < 3 && name.symbolic.contains(sorted: document), isTitle: isTitle,
          preference
        ).worth
    }
    return candidate
  }
}
