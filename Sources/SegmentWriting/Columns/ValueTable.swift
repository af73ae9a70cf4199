import FootlightPlatform
import ItemMapping

/// The values of attributes that one worker has met: texts, each once with how often it occurs, and
/// for numbers, dates and booleans what decides how they are written.
struct ValueTable: ~Copyable, Sendable {
  /// The texts; each begins with the ordinal of its attribute in two bytes, the higher one first.
  ///
  /// `holding` counts how many values are this text.
  private(set) var texts = TermTable(slots: 64)
  /// By ordinal, what the numbers so far have in common.
  private(set) var numbers: [NumberShape] = []
  private var key = ByteArena(capacity: 256)

  /// The bytes in use, for the memory budget.
  var footprint: Int { texts.footprint }

  /// The number of a text of an attribute.
  mutating func intern(_ ordinal: UInt16, _ bytes: borrowing ByteArena, _ range: ByteRange)
    -> UInt32
  {
    key.removeAll()
    key.append(UInt8(ordinal >> 8))
    key.append(UInt8(ordinal & 0xFF))
    key.append(bytes, range)
    let number = texts.intern(key, key.all)
    texts.hold(number)
    return number
  }

  /// Looks at a number, date or boolean before it is written.
  mutating func note(_ ordinal: UInt16, _ worth: Double) {
    while numbers.count <= Int(ordinal) { numbers.append(NumberShape()) }
    numbers[Int(ordinal)].include(worth)
  }

  /// Frees what only adding needs.
  mutating func seal() { texts.seal() }
}

/// What the numbers of an attribute have in common: their bounds, and whether they are whole or even
/// whole days.
struct NumberShape: Sendable, Hashable {
  private(set) var least = Double.infinity
  private(set) var most = -Double.infinity
  private(set) var areWhole = true
  private(set) var areDays = true

  /// Numbers beyond this are not whole for sure (IEEE 754 doubles have 53 bits).
  private static let exact = 9_007_199_254_740_992.0
  static let day = 86_400.0

  /// Whether there is no number.
  var isEmpty: Bool { least > most }

  /// Takes a number into account; what is no number is not there.
  mutating func include(_ worth: Double) {
    guard !worth.isNaN else { return }
    least = min(least, worth)
    most = max(most, worth)
    if areWhole, !(abs(worth) < NumberShape.exact && worth.rounded(.towardZero) == worth) {
      areWhole = false
      areDays = false
    }
    if areDays, worth.truncatingRemainder(dividingBy: NumberShape.day) != 0 { areDays = false }
  }

  /// Takes the numbers of another part into account.
  mutating func include(_ other: NumberShape) {
    guard !other.isEmpty else { return }
    least = min(least, other.least)
    most = max(most, other.most)
    areWhole = areWhole && other.areWhole
    areDays = areDays && other.areDays
  }
}
