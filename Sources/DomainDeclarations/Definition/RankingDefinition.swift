/// The weights and parameters of the order of hits, as declared.
///
/// The domain's weight and its synonyms are read at query time; everything else decides the bytes of
/// an index.
public struct RankingDefinition: Sendable, Hashable {
  /// One number for each field that text is found in.
  public struct FieldWeights: Sendable, Hashable {
    /// The weight of a match in the title.
    public var title: Double
    /// The weight of a match in the best alias.
    public var aliases: Double
    /// The weight of a match in the keywords.
    public var keywords: Double
    /// The weight of a match in the description.
    public var description: Double
    /// The weight of a match in the body.
    public var body: Double

    /// Makes weights; what is left out has its default.
    public init(
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
  public struct ReferenceLengths: Sendable, Hashable {
    /// Words in a title.
    public var title: Int
    /// Words in all keywords.
    public var keywords: Int
    /// Words in a description.
    public var description: Int
    /// Words in a body.
    public var body: Int

    /// Makes lengths; what is left out has its default.
    public init(title: Int = 8, keywords: Int = 16, description: Int = 32, body: Int = 128) {
      self.title = title
      self.keywords = keywords
      self.description = description
      self.body = body
    }
  }

  /// A factor of every score of the domain; read at query time.
  public var domainWeight: Double
  /// Groups of words that count as the same word, folded; read at query time.
  public var synonyms: [[String]] = []
  /// The weights of the fields.
  public var weights: FieldWeights
  /// How soon further occurrences of a word stop counting.
  public var k1: Double
  /// How much long fields are held back, 0 … 1.
  public var b: Double
  /// The usual lengths of the fields.
  public var lengths: ReferenceLengths

  /// Makes a ranking; what is left out has its default.
  public init(
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
