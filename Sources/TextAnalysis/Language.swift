/// A language of texts: decides the stop words unless a declaration lists its own.
public enum Language: String, Sendable, Hashable, CaseIterable {
  /// No language: no stop words.
  case none
  /// English.
  case english
}
