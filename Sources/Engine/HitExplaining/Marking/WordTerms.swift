package import QueryLanguage
import SegmentSearching

/// The terms that a word of a query stands for in texts, to be marked there.
package struct WordTerms: Sendable, Hashable {
  /// Terms of which each is the word.
  package var terms: Set<[UInt8]>
  /// The beginning of terms that are the word too.
  package var prefix: [UInt8]?
  /// Tokens that are the word where they stand side by side.
  package var run: [[UInt8]]

  /// A piece that stands within tokens, and where: it alone is marked.
  package var piece: Piece?

  /// A piece of words.
  package struct Piece: Sendable, Hashable {
    package var text: [UInt8]
    package var inside: QueryWord.Inside
  }

  /// Makes a set of terms.
  package init(
    terms: Set<[UInt8]> = [], prefix: [UInt8]? = nil, run: [[UInt8]] = [], piece: Piece? = nil
  ) {
    self.piece = piece
    self.terms = terms
    self.prefix = prefix
    self.run = run
  }
}

extension QueryWord {
  /// The terms that the word stands for by itself, and those by which a search found it besides:
  /// corrected spellings, stems, synonyms.
  package func terms(alsoFoundBy others: Set<[UInt8]> = []) -> WordTerms {
    if let inside { return WordTerms(piece: WordTerms.Piece(text: text, inside: inside)) }
    if let run { return WordTerms(terms: others, run: run.sequence) }
    return WordTerms(terms: others.union([text]), prefix: isPrefix ? text : nil)
  }

  /// The other words that count as this one, if it is complete.
  func synonyms(_ synonyms: Synonyms) -> Set<[UInt8]> {
    guard !isPrefix, !isSymbol, run == nil, inside == nil else { return [] }
    return Set(synonyms.group(of: text).dropFirst())
  }
}
