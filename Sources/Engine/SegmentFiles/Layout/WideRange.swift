/// A wide range: all terms that begin with a prefix of one to four characters, where those are many.
///
/// How many documents hold one of them is counted when the segment is written, and of short prefixes the first
/// such documents are kept, so that no search has to unite their lists.
///
/// Shape of an entry of `ranges`: the range of terms (``key(_:_:inNames:)``, 8), the number of
/// documents (4), and the place in `firsts` (4). Of `firsts`: for each range of names its first
/// ``mostFirst`` documents, ascending (4 each), filled up with 2³² − 1.
///
/// The dictionary of what a delta hides has an entry for every such prefix of two terms, and no `firsts`.
package struct WideRange: Sendable {
  /// Prefixes of so many characters look at names alone; so `QueryWord.looksAtNamesAlone`.
  package static var shortCharacters: Int { 2 }
  /// Longer ones have no entries.
  package static var mostCharacters: Int { 4 }
  /// Fewer terms with fewer postings are counted as fast as they are found here.
  package static var leastTerms: Int { 64 }
  package static var leastPostings: Int { 1_024 }
  /// Twice as many as a first page shows: others may have been found already.
  package static var mostFirst: Int { 24 }
  package static var entrySize: Int { 16 }
  package static var firstSize: Int { mostFirst * 4 }

  /// How many documents there are.
  package let count: Int
  /// The first of them, ascending; empty for long prefixes.
  package let first: [UInt32]

  /// The range and whether it is of names, as a number to be sorted by.
  package static func key(_ low: UInt32, _ high: UInt32, inNames: Bool) -> UInt64 {
    UInt64(low) << 32 | UInt64(high) << 1 | (inNames ? 1 : 0)
  }
}
