/// The writings of the numbers from 1 to 100, spelled out one by one.
enum NaiveNumeral {
  private static let small = [
    "one first", "two second", "three third", "four fourth", "five fifth", "six sixth",
    "seven seventh", "eight eighth", "nine ninth", "ten tenth", "eleven eleventh",
    "twelve twelfth", "thirteen thirteenth", "fourteen fourteenth", "fifteen fifteenth",
    "sixteen sixteenth", "seventeen seventeenth", "eighteen eighteenth", "nineteen nineteenth",
  ]
  private static let tens = [
    "twenty twentieth", "thirty thirtieth", "forty fortieth", "fifty fiftieth", "sixty sixtieth",
    "seventy seventieth", "eighty eightieth", "ninety ninetieth", "hundred hundredth",
  ]

  private static func words(_ text: String) -> [Term] {
    text.split(separator: " ").map { Term($0.utf8) }
  }

  private static func roman(_ number: Int) -> String {
    var (rest, text) = (number, "")
    for (value, letters) in [
      (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"),
      (1, "i"),
    ] {
      while rest >= value {
        text += letters
        rest -= value
      }
    }
    return text
  }

  private static func writings(_ number: Int) -> Set<Term> {
    let teen = (11...13).contains(number)
    let suffix =
      teen
      ? "th" : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th"
    var all: Set<Term> = [Term("\(number)".utf8), Term("\(number)\(suffix)".utf8)]
    if roman(number).utf8.count > 1 { all.insert(Term(roman(number).utf8)) }
    if number < 20 { all.formUnion(words(small[number - 1])) }
    if number >= 20, number % 10 == 0 { all.formUnion(words(tens[number / 10 - 2])) }
    return all
  }

  private static let known = (1...100).reduce(into: [Term: Set<Term>]()) { known, number in
    for word in writings(number) { known[word] = writings(number) }
  }

  /// All writings of the number that a word is; none for other words.
  ///
  /// A cardinal is not the ordinal.
  static func writings(of word: Term) -> Set<Term> {
    let all = known[word] ?? []
    for pair in (small + tens).map(words) where pair.contains(word) {
      return all.subtracting(pair).union([word])
    }
    return all
  }

  /// The number that two words are.
  static func number(_ one: Term, _ two: Term) -> Int? {
    if one == Term("one".utf8), words(tens[8]).contains(two) { return 100 }
    for ten in tens.indices.dropLast() where words(tens[ten])[0] == one {
      for unit in 1...9 where words(small[unit - 1]).contains(two) { return 10 * (ten + 2) + unit }
    }
    return nil
  }

  /// The two words, as a cardinal and as an ordinal, of the number that a word is.
  static func pairs(of word: Term) -> [[Term]] {
    if writings(100).contains(word) { return words(tens[8]).map { [Term("one".utf8), $0] } }
    guard let number = (21...99).first(where: { writings($0).contains(word) }), number % 10 > 0
    else { return [] }
    let ten = words(tens[number / 10 - 2])[0]
    return words(small[number % 10 - 1]).map { [ten, $0] }
  }
}
