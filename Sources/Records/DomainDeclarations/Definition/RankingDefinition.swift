/// The weights and parameters of the order of hits, as declared.
///
/// The domain's weight and its synonyms are read at query time; everything else decides the bytes of
/// an index.
package struct RankingDefinition: Sendable, Hashable {
  /// One number for each field that text is found in.
  package struct FieldWeights: Sendable, Hashable {
    /// The weight of a match in the title.
    package var title = 3.0
    /// The weight of a match in the best alias.
    package var aliases = 3.0
    /// The weight of a match in the keywords.
    package var keywords = 2.0
    /// The weight of a match in the description.
    package var description = 1.0
    /// The weight of a match in the body.
    package var body = 1.0
  }

  /// The number of words that a field usually has.
  package struct ReferenceLengths: Sendable, Hashable {
    /// Words in a title.
    package var title = 8
    /// Words in all keywords.
    package var keywords = 16
    /// Words in a description.
    package var description = 32
    /// Words in a body.
    package var body = 128
  }

  /// A factor of every score of the domain; read at query time.
  package var domainWeight = 1.0
  /// Groups of words that count as the same word, folded; read at query time.
  package var synonyms: [[String]] = []
  /// Whether words of names are found by what stands within them.
  package var looksInside = false
  /// The weights of the fields.
  package var weights = FieldWeights()
  /// How soon further occurrences of a word stop counting.
  package var k1 = 1.2
  /// How much long fields are held back, 0 … 1.
  package var b = 0.75
  /// The usual lengths of the fields.
  package var lengths = ReferenceLengths()
}
