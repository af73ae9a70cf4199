import TestSupport

/// Items and queries made of few words, so that they meet often.
struct GeneratedItems {
  private var random: SeededRandom
  private let words: [String]

  private static let special = [
    "the", "of", "Rule", "rule", "12", "12.1", "120", "1,000", "35usc121", "35 U.S.C. § 121",
    "U.S.C.", "AT&T", "spider-man", "C++", "don't", "Schindler's", "§", "$", "Crème", "creme",
    "Straße", "東京", "東京都", "京都", "進撃の巨人", "巨人", "태양의", "후예", "Ёж", "a", "ab", "abc", "x",
    "amend", "amended", "Amending", "amendment", "pleading", "pleadings", "other", "others",
  ]

  /// Words that count as the same word, common ones, rare ones, and one that nothing holds.
  static let synonyms = [
    ["rule", "karo"], ["kami", "tensol", "nobody"], ["the", "abc"], ["12", "x", "rosol"],
  ]

  init(_ random: SeededRandom) {
    self.random = random
    let syllables = ["ka", "ro", "mi", "ten", "sol", "ba"]
    var words = GeneratedItems.special
    for first in syllables {
      for second in syllables {
        words.append(first + second)
        words.append(first + second + (self.random.pick(syllables) ?? ""))
        if first < second {
          words.append(first + second + second + (self.random.pick(syllables) ?? "") + first)
        }
      }
    }
    self.words = words
  }

  /// Small numbers are common: word n occurs about as often as 1 / n.
  private mutating func word() -> String {
    let bound = 1 + random.below(words.count)
    return words[random.below(bound) * 7 % words.count]
  }

  private mutating func text(_ most: Int) -> String {
    (0..<random.below(most + 1)).map { _ in word() }.joined(separator: random.oneIn(5) ? ", " : " ")
  }

  /// An item that can be found.
  mutating func item(_ number: Int) -> NaiveItem {
    let title = word() + " " + text(3)
    return NaiveItem(
      id: random.oneIn(20) ? "\(word()) \(number)" : "\(number)", title: title,
      description: random.oneIn(2) ? text(10) : "", body: random.oneIn(2) ? text(60) : "",
      keywords: (0..<random.below(3)).map { _ in text(2) }.filter { !$0.isEmpty },
      aliases: (0..<random.below(4)).map { _ in text(3) }.filter { !$0.isEmpty },
      rank: random.oneIn(3) ? random.below(4) * 300 : 500,
      expires: random.oneIn(15) ? Int64(random.below(3)) * 100 : nil)
  }

  /// A query that may find something.
  mutating func query() -> String {
    var text = (0...random.below(3)).map { _ in word() }.joined(separator: " ")
    if random.oneIn(2), text.count > 2 { text.removeLast(random.below(min(3, text.count - 1))) }
    if random.oneIn(3) { text += " " }
    if random.oneIn(12) { text = "\(random.below(700))" }
    if random.oneIn(12) { text += " nowhere" }
    if random.oneIn(3) { text = mistyped(text) }
    return text
  }

  /// A text with one or two slips of the fingers.
  private mutating func mistyped(_ text: String) -> String {
    var letters = Array(text)
    for _ in 0...random.below(2) where letters.count > 2 {
      let place = random.below(letters.count - 1)
      switch random.below(4) {
      case 0: letters.swapAt(place, place + 1)
      case 1: letters.remove(at: place)
      case 2: letters.insert("o", at: place)
      default: letters[place] = "i"
      }
    }
    return String(letters)
  }

  /// A number below a bound.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }
}
