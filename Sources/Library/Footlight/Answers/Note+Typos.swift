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
    var words = query.split(separator: " ", omittingEmptySubsequences: false)
    var place = 0
    while place < words.count {
      defer { place += 1 }
      // A joined name stands for two words of the query.
      for size in [2, 1] where place + size <= words.count {
        let typed = words[place..<place + size].joined(separator: " ").lowercased()
        guard let first = corrections.first(where: { $0.word == typed })?.expansions.first else {
          continue
        }
        words.replaceSubrange(place..<place + size, with: [first[...]])
        isOther = true
        break
      }
    }
    return isOther ? words.joined(separator: " ") : nil
  }
}
