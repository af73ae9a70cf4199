/// A whole number up to a hundred, however it is written: `2`, `ii`, `two`, `2nd` and `second` are the same one.
///
/// Names count with all of these ("Rocky II", "The Second Part", "Apollo 13"), and who asks rarely knows with which.
/// A Roman numeral of one letter is a letter first, so none is read as a number.
package struct Numeral: Sendable, Hashable {
  /// From 1 to 100.
  let value: Int

  private static let highest = 100
  private static let cardinals = words(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen \
    nineteen twenty
    """)
  private static let ordinals = words(
    """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth \
    sixteenth seventeenth eighteenth nineteenth twentieth
    """)
  private static let tens = words(
    "ten twenty thirty forty fifty sixty seventy eighty ninety hundred")
  private static let ordinalTens = words(
    "tenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth")
  private static let romanTens = words(", x xx xxx xl l lx lxx lxxx xc c")
  private static let romanUnits = words(", i ii iii iv v vi vii viii ix")

  private static func words(_ text: String) -> [[UInt8]] {
    text.split(separator: " ").map { $0 == "," ? [] : Array($0.utf8) }
  }

  /// What each writing of a single word means.
  private static let values: [[UInt8]: Int] = {
    var values: [[UInt8]: Int] = [:]
    for value in 1...highest {
      for writing in Numeral(value: value).writings { values[writing] = value }
    }
    return values
  }()

  private init(value: Int) { self.value = value }

  /// Reads a folded word; nil for what is no such number.
  package init?(_ word: [UInt8]) {
    guard word.count <= 11, let value = Numeral.values[word] else { return nil }
    self.value = value
  }

  /// Reads the two words of a number such as "twenty one", "twenty first" or "one hundred".
  package init?(_ one: [UInt8], _ two: [UInt8]) {
    if one == Numeral.cardinals[0], [Numeral.tens[9], Numeral.ordinalTens[9]].contains(two) {
      value = Numeral.highest
      return
    }
    guard let tens = Numeral.tens.firstIndex(of: one), tens > 0, tens < 9,
      let unit = (Numeral.cardinals.firstIndex(of: two) ?? Numeral.ordinals.firstIndex(of: two)),
      unit < 9
    else { return nil }
    value = 10 * (tens + 1) + unit + 1
  }

  /// All writings that are one word.
  package var writings: [[UInt8]] {
    let digits = Array(String(value).utf8)
    let roman = Numeral.romanTens[value / 10] + Numeral.romanUnits[value % 10]
    return [digits, digits + suffix] + (roman.count > 1 ? [roman] : []) + spelled
  }

  /// The other writings of a number that a folded word is, none for other words: "two" is 2 and "second" 2nd, but the second
  /// of some things is not two of them.
  package static func others(of word: [UInt8]) -> [[UInt8]] {
    guard let number = Numeral(word) else { return [] }
    let isSpelled = number.spelled.contains(word)
    return number.writings.filter { $0 != word && !(isSpelled && number.spelled.contains($0)) }
  }

  /// The cardinal and the ordinal, where they are one word each.
  private var spelled: [[UInt8]] {
    if value <= Numeral.cardinals.count {
      return [Numeral.cardinals[value - 1], Numeral.ordinals[value - 1]]
    }
    return value % 10 == 0
      ? [Numeral.tens[value / 10 - 1], Numeral.ordinalTens[value / 10 - 1]] : []
  }

  /// The writings that are two words: "twenty one", "twenty first".
  package var pairs: [[[UInt8]]] {
    if value == Numeral.highest { return spelled.map { [Numeral.cardinals[0], $0] } }
    guard value > 20, value % 10 > 0 else { return [] }
    let tens = Numeral.tens[value / 10 - 1]
    return [Numeral.cardinals, Numeral.ordinals].map { [tens, $0[value % 10 - 1]] }
  }

  /// What stands behind the digits of an ordinal.
  private var suffix: [UInt8] {
    switch value % 10 {
    case 1 where value != 11: Array("st".utf8)
    case 2 where value != 12: Array("nd".utf8)
    case 3 where value != 13: Array("rd".utf8)
    default: Array("th".utf8)
    }
  }
}
