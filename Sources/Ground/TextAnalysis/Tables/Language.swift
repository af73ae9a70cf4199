import FootlightPlatform

/// A language of texts: decides the stems, and the stop words unless a declaration lists its own.
///
/// The languages are those of libstemmer (Snowball); without a list of stop words that the project
/// published, every word of a language counts.
public enum Language: String, Sendable, Hashable, CaseIterable {
  /// No language: no stop words, no stems.
  case none
  case arabic, armenian, basque, catalan, danish, dutch, english, finnish, french, german, greek
  case hindi, hungarian, indonesian, irish, italian, lithuanian, nepali, norwegian, portuguese
  case romanian, russian, serbian, spanish, swedish, tamil, turkish, yiddish

  /// The words of the language that say nothing about a text; empty where no list is published.
  ///
  /// The lists are those of the Snowball project (https://snowballstem.org), as PostgreSQL 15 ships them.
  package var stopWords: [String] {
    guard self != .none else { return [] }
    let lines = EmbeddedText.stopWords.bytes.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: "\(rawValue) ".utf8) }) else { return [] }
    return String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst().map(String.init)
  }
}
