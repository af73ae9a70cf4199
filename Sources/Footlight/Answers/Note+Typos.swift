import SearchIndex

extension Note {
  /// "Did you mean": words that nothing holds, and the likeliest ones that are spelled nearly so.
  ///
  /// Nothing is said of words that some item holds as they are, unless nothing else was found.
  static func typos(_ answer: SearchAnswer) -> [Note] {
    answer.corrections.compactMap { correction in
      guard !correction.isHeld || !answer.isFoundAsTyped, let first = correction.meant.first
      else { return nil }
      let others = correction.meant.dropFirst().prefix(2)
      let more = others.isEmpty ? "" : ", " + others.map { "'\($0)'" }.joined(separator: " or ")
      let what = correction.isHeld ? "little" : "nothing"
      return Note(
        code: "query.typos",
        message: "\(what) holds '\(correction.word)': did you mean '\(first)'\(more)?")
    }
  }
}
