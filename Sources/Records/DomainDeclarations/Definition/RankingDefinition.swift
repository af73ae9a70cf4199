/// The weights and parameters of the order of hits, as declared.
///
/// The domain's weight and its synonyms are read at query time; everything else decides the bytes of
/// an index.
package struct RankingDefinition: Sendable, Hashable {
  /// One number for each field that text is found in.
  package struct FieldWeights: Sendable, Hashable {
    /// The weight of a match in the title.
    package var title: Double
    /// The weight of a match in the best alias.
    package var aliases: Double
    /// The weight of a match in the keywords.
    package var keywords: Double
    /// The weight of a match in the description.
    package var description: Double
    /// The weight of a match in the body.
    package var body: Double

    /// Makes weights; what is left out has its default.
    package init(
      title: Double = 3, aliases: Double = 3, keywords: Double = 2, description: Double = 1,
      body: Double = 1
    ) {
      self.title = title
      self.aliases = aliases
      self.keywords = keywords
      self.description = description
      self.body = body
    }
  }

  /// The number of words that a field usually has.
  package struct ReferenceLengths: Sendable, Hashable {
    /// Words in a title.
    package var title: Int
    /// Words in all keywords.
    package var keywords: Int
    /// Words in a description.
    package var description: Int
    /// Words in a body.
    package var body: Int

    /// Makes lengths; what is left out has its default.
    package init(title: Int = 8, keywords: Int = 16, description: Int = 32, body: Int = 128) {
      self.title = title
      self.keywords = keywords
      self.description = description
      self.body = body
    }
  }

  /// A factor of every score of the domain; read at query time.
  package var domainWeight: Double
  /// Groups of words that count as the same word, folded; read at query time.
  package var synonyms: [[String]] = []
  /// Whether words of names are found by what stands within them.
  package var looksInside = false
  /// The weights of the fields.
  package var weights: FieldWeights
  /// How soon further occurrences of a word stop counting.
  package var k1: Double
  /// How much long fields are held back, 0 … 1.
  package var b: Double
  /// The usual lengths of the fields.
  package var lengths: ReferenceLengths

  /// Makes a ranking; what is left out has its default.
  package init(
    domainWeight: Double = 1, weights: FieldWeights = FieldWeights(), k1: Double = 1.2,
    b: Double = 0.75, lengths: ReferenceLengths = ReferenceLengths()
  ) {
    self.domainWeight = domainWeight
    self.weights = weights
    self.k1 = k1
    self.b = b
    self.lengths = lengths
  }
}
