import SegmentSearching

extension Note {
  /// "Did you mean": words that nothing holds, and the likeliest ones that are spelled nearly so.
  ///
  /// Nothing is said of words that some item holds as they are, unless nothing else was found.
  static func typos(_ answer: SearchAnswer, in query: String) -> [Note] {
    let told = answer.corrections.filter { !$0.isHeld || !answer.isFoundAsTyped }
    let meant = correcting(query, told)
    return told.compactMap { correction in
      guard let first = correction.expansions.first else { return nil }
      let others = correction.expansions.dropFirst().prefix(2)
      let more = others.isEmpty ? "" : ", " + others.map { "'\($0)'" }.joined(separator: " or ")
      let what = correction.isHeld ? "little" : "nothing"
      return Note(
        code: .typos,
        message: "\(what) holds '\(correction.word)': did you mean '\(first)'\(more)?", meant: meant
      )
    }
  }

  /// The query with the likeliest word for each that was misspelled; nil where none stands in it as it is, but for
  /// capitals.
  private static func correcting(_ query: String, _ corrections: [Correction]) -> String? {
    var isOther = false
    let words = query.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let correction = corrections.first(where: { $0.word == word.lowercased() }),
        let first = correction.expansions.first
      else { return word }
      isOther = true
      return first[...]
    }
    return isOther ? words.joined(separator: " ") : nil
  }
}
