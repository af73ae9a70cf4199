extension Language {
  /// The words of the language that say nothing about a text; none where no list is published.
  package var stopWords: [String] {
    stopWordList?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
  }
}
