import DeclaredRecords
import FootlightPlatform
import SegmentFiles

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
  mutating func freeSlots() { texts.freeSlots() }
}
