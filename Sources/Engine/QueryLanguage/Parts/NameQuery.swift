import FootlightPlatform
import TextAnalysis

/// The whole query as a name: compared with titles and aliases from their beginning.
package struct NameQuery: Sendable, Hashable {
  /// The tokens of the text in the form of names.
  package let tokens: [[UInt8]]
  /// Whether white space followed the last token, so that it is a whole word.
  package let lastIsComplete: Bool

  /// Makes a name to look for.
  package init(tokens: [[UInt8]], lastIsComplete: Bool) {
    self.tokens = tokens
    self.lastIsComplete = lastIsComplete
  }

  /// The sequence of a buffer as a name; nil when there is none, or more than a name can have.
  init?(_ buffer: borrowing TokenBuffer, lastIsComplete: Bool) {
    var tokens: [[UInt8]] = []
    for index in buffer.tokens.indices {
      let token = buffer.tokens[index]
      if token.traits.contains(.derived) { continue }
      guard tokens.count < NameQuery.limit else { return nil }
      tokens.append(buffer.bytes.bytes(token.text))
    }
    guard !tokens.isEmpty else { return nil }
    self.init(tokens: tokens, lastIsComplete: lastIsComplete)
  }

  /// The most tokens that are compared with names: more than any title has.
  static let limit = 10_000
}
