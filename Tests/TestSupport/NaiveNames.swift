import SearchEngine
import TextAnalysis

/// The names that stand in a query, found by comparing each name of each item with each run of the query's tokens.
struct NaiveNames {
  /// A name with what it tells, in 256ths of a bit.
  private var runs: [(tokens: [Term], worth: Int)] = []

  /// None where the query is a name itself, or is but one word.
  init(_ query: Query, _ documents: [NaiveDocument], allowed: [NaiveDocument]) {
    guard let name = query.name, name.tokens.count > 1 else { return }
    let tokens = Array(name.tokens.prefix(32))
    let bits = tokens.map { token in
      let holding = documents.count { $0.nameTerms.contains(token) }
      return holding == 0 ? 0 : NaiveNames.bits(holding, of: documents.count)
    }
    // Within what is written without spaces no name begins or ends.
    var inner: Set<Int> = []
    for characters in query.words.compactMap(\.run?.sequence) {
      for start in tokens.indices
      where start + characters.count <= tokens.count
        && Array(tokens[start..<start + characters.count]) == characters
      {
        inner.formUnion(start + 1..<start + characters.count)
      }
    }
    for start in tokens.indices where !inner.contains(start) {
      for end in start + 1...tokens.count
      where !(start == 0 && end == tokens.count) && !inner.contains(end) {
        let run = Array(tokens[start..<end])
        let bearers = allowed.count { $0.names.contains(run) }
        guard bearers > 0, bearers <= 256 else { continue }
        let worth = bits[start..<end].reduce(0, +) - NaiveScoring.bits(bearers)
        if worth >= 7 << 8 { runs.append((run, worth)) }
      }
    }
  }

  /// What something tells that so many of all items hold.
  static func bits(_ holding: Int, of items: Int) -> Int {
    max(0, NaiveScoring.bits(items + 256) - NaiveScoring.bits(max(1, holding)))
  }

  /// The most telling name of an item that stands in the query, and what it tells; nil where none does.
  func run(_ document: NaiveDocument) -> (tokens: [Term], worth: Int)? {
    runs.filter { document.names.contains($0.tokens) }.max { $0.worth < $1.worth }
  }
}
