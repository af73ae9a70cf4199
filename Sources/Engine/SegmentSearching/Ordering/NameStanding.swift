/// The order of hits that names have made: they have no score, and it is kept in its place.
struct NameStanding {
  /// Whether the document's names hold the query's symbols, which are not compared otherwise.
  var isSymbolic = false
  /// Whether the query is the whole title: titles come before aliases.
  var isTitle = false
  /// Why the document is preferred: what is used more comes first, then what is within its window.
  var preference = Preference()

  init(isSymbolic: Bool = false, isTitle: Bool = false, _ preference: Preference = Preference()) {
    self.isSymbolic = isSymbolic
    self.isTitle = isTitle
    self.preference = preference
  }

  /// The higher one comes first; never shown.
  var worth: Int {
    (isSymbolic ? 32 : 0) + (isTitle ? 16 : 0) + 2 * preference.activity
      + (preference.isInWindow ? 1 : 0)
  }
}
