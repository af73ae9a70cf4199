import FootlightDiagnostics
import FootlightPlatform

/// The words of a dictionary in memory, by first letter and length, each with the mark of its letters:
/// of nearly all words that are not close the mark tells so.
///
/// For who asks much (``Generation/prepare()``); who asks once walks the dictionary (``TypoWalk``).
/// Telling by letters before comparing is as in Jokinen, Tarhio and Ukkonen, "A comparison of
/// approximate string matching algorithms" (1996), there called counting.
final class SpellingTable: Sendable {
  /// A dictionary with more terms is walked: a table takes 18 bytes a word at most, its letters, and some for
  /// each first letter.
  static let mostTerms = 1 << 22

  /// So many terms at least are read by a thread of its own: fewer are read while it begins.
  private static let fewestTerms = 1 << 16

  /// One behind the other.
  private let parts: [SpellingPart]

  /// Reads a whole dictionary, O(its bytes); what takes no typos is left out.
  ///
  /// - Parameter threads: how many read a part of it each; nil for as many as there are processors and the
  ///   dictionary is worth.
  /// - Throws: `index.damaged`.
  init(_ generation: Generation, threads: Int? = nil) throws(Failure) {
    let index = try generation.dictionaryIndex()
    let terms = generation.header.terms
    let worth = min(Workers.processors, terms / SpellingTable.fewestTerms, 8)
    let hands = max(1, threads ?? worth)
    let outcomes = (0..<hands).map { _ in Outcome<SpellingPart>() }
    Workers.run(hands) { hand in
      outcomes[hand].run { () throws(Failure) in
        let blocks = index.blocks * hand / hands..<index.blocks * (hand + 1) / hands
        return try SpellingPart(generation, index, blocks)
      }
    }
    var parts: [SpellingPart] = []
    for outcome in outcomes { parts.append(try outcome.get()) }
    self.parts = parts
  }

  /// Calls `body` with the words that begin with the same letter and are close, each with its
  /// ``TypoLevel`` and how many documents hold it.
  func forEachClose(
    _ letters: [UInt32], limit: Int, isPrefix: Bool,
    _ body: (_ text: [UInt8], _ level: Int, _ documents: Int) -> Void
  ) {
    let automaton = TypoAutomaton(letters, limit: limit)
    for part in parts {
      part.forEachClose(letters, automaton, limit: limit, isPrefix: isPrefix, body)
    }
  }

  /// Whether a word may be in the table, which has a first letter and others behind it whose hash
  /// (``Spelling/tail``) is given.
  func mayHold(_ first: UInt32, _ tail: UInt64) -> Bool {
    parts.contains { $0.mayHold(first, tail) }
  }

  /// How many documents hold a word; nil where it is not in the table.
  func documents(of text: borrowing ByteArena) -> Int? {
    for part in parts {
      if let documents = part.documents(of: text) { return documents }
    }
    return nil
  }
}
