/// A term that is spelled nearly like a word.
struct FuzzyTerm: Sendable {
  var text: [UInt8]
  /// How far it is from the word: a ``TypoLevel``.
  var level: Int
  /// How many documents hold it.
  var documents: Int
  /// Its number in the dictionary that was asked; nil where several were.
  var number: UInt32?
}
