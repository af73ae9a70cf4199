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
}
