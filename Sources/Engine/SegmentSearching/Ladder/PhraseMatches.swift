import FootlightPlatform

/// The documents in which words stand side by side: those that hold all of them, each verified.
///
/// Its score is that of its words, in the form of names where that is more.
final class PhraseMatches: Matches {
  private let documents: Matches
  private let verifier: PhraseVerifier
  /// The lists of its words as they are, and as names hold them.
  private let forms: [[Matches]]
  private var pace: SearchPace

  init(
    _ documents: Matches, _ verifier: PhraseVerifier, _ forms: [[Matches]], _ request: SearchRequest
  ) throws(Failure) {
    self.documents = documents
    self.verifier = verifier
    self.forms = forms
    pace = SearchPace(request)
    super.init()
    try next(0, above: -1)
  }

  override var highest: Int {
    forms.reduce(0) { max($0, $1.reduce(0) { $0 + $1.highest }) }
  }
  override var cost: Int { documents.cost }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    var there =
      documents.document < target
      ? try documents.next(target, above: -1) : documents.document
    if least >= 0, highest <= least { there = .max }
    while there != .max, try !verifier.holds(there) {
      try pace.step()
      there = try documents.next(there + 1, above: -1)
    }
    document = there
    return there
  }

  /// Asks about one document alone: the phrase is looked for nowhere else.
  override func holds(_ target: UInt32) throws(Failure) -> Bool {
    guard document < target else { return document == target }
    guard try documents.holds(target), try verifier.holds(target) else { return false }
    document = target
    return true
  }

  override func score() throws(Failure) -> Int {
    var most = 0
    for form in forms { most = max(most, try score(form)) }
    return most
  }

  private func score(_ form: [Matches]) throws(Failure) -> Int {
    var sum = 0
    for word in form where try word.holds(document) { sum += try word.score() }
    return sum
  }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    var best: [Matches] = []
    var most = -1
    for form in forms {
      let sum = try score(form)
      if sum > most { (best, most) = (form, sum) }
    }
    for word in best where try word.holds(document) { try word.forEachPart(body) }
  }
}
