/// The whole query as a name: compared with titles and aliases from their beginning.
public struct NameQuery: Sendable, Hashable {
  /// The tokens of the text in the form of names.
  public let tokens: [[UInt8]]
  /// Whether white space followed the last token, so that it is a whole word.
  public let lastIsComplete: Bool

  /// Makes a name to look for.
  public init(tokens: [[UInt8]], lastIsComplete: Bool) {
    self.tokens = tokens
    self.lastIsComplete = lastIsComplete
  }
}
