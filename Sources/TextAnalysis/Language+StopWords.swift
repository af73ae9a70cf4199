extension Language {
  /// The words of the language that say nothing about a text.
  var stopWords: [String] {
    switch self {
    case .none: []
    case .english:
      [
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "had", "has",
        "have", "he", "her", "his", "if", "in", "into", "is", "it", "its", "no", "not", "of", "on",
        "or", "our", "she", "so", "such", "that", "the", "their", "then", "there", "these", "they",
        "this", "those", "to", "was", "we", "were", "which", "will", "with", "you", "your",
      ]
    }
  }
}
