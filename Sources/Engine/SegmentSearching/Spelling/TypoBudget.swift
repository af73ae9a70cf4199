import QueryLanguage
import TextAnalysis

extension QueryWord {
  /// How many typos the word may hold: none below five letters, one from five, two from nine; none
  /// in numbers, symbols and runs of scripts without spaces.
  ///
  /// Whoever writes `word~` asks for one from three letters on.
  var typoBudget: Int {
    guard run == nil, inside == nil, traits.isDisjoint(with: [.symbol, .unspaced]) else { return 0 }
    guard let letters = TypoLetters.of(text) else { return 0 }
    switch letters.count {
    case 9...TypoLetters.longest: return 2
    case 5..<9: return 1
    case 3..<5: return isClose ? 1 : 0
    default: return 0
    }
  }

  /// Whether the word may be one of five letters that lacks one.
  var mayLackLetter: Bool {
    run == nil && inside == nil && traits.isDisjoint(with: [.symbol, .unspaced])
      && TypoLetters.of(text)?.count == 4
  }
}
