import FootlightPlatform
import TextAnalysis

/// The prefixes of one to four characters in a sum of dictionaries, and how many items hold a term that
/// begins with them: the sums of what the dictionaries say, since no item is in two of them.
///
/// Terms are met in their order; where a prefix ends, each dictionary stands after its last term.
struct SummedRanges: ~Copyable {
  /// A prefix that has begun.
  private struct Open {
    /// Its first term in the sum, and in each dictionary.
    var first = 0
    var firsts: [Int] = []
    /// How many bytes it has; 0 for none.
    var end = 0
  }

  /// How many terms the sum has so far.
  var terms = 0
  private var open = [Open](repeating: Open(), count: WideRange.mostCharacters)
  private var last = ByteArena(capacity: 64)
  private var entries: [(key: UInt64, count: UInt32)] = []
  /// Whether all dictionaries tell of all their prefixes; one that an earlier version wrote does not.
  private var isKnown = true

  /// Takes the next term, before any dictionary has passed it.
  mutating func enter(
    _ bytes: borrowing ByteArena, _ range: ByteRange, _ sources: [SummedDictionary]
  ) {
    let size = Int(range.count)
    let start = range.lowerBound
    var shared = 0
    while shared < min(size, last.count), last[shared] == bytes[start + shared] { shared += 1 }
    // Stems are after all words, and nobody types the beginning of one.
    let isStem = size > 0 && bytes[start] == Stemmer.mark
    var end = 0
    for level in open.indices {
      let holds = !isStem && end < size
      if holds {
        end += 1
        while end < size, bytes[start + end] & 0xC0 == 0x80 { end += 1 }
      } else {
        end = size
      }
      if holds, open[level].end == end, shared >= end { continue }
      close(level, sources)
      open[level] = Open(first: terms, firsts: sources.map(\.next), end: holds ? end : 0)
    }
    last.removeAll()
    last.append(bytes, range)
  }

  /// Takes the end of all terms.
  mutating func finish(_ sources: [SummedDictionary]) {
    for level in open.indices { close(level, sources) }
  }

  private mutating func close(_ level: Int, _ sources: [SummedDictionary]) {
    let prefix = open[level]
    open[level].end = 0
    guard prefix.end > 0, terms - prefix.first > 1 else { return }
    let inNames = level < WideRange.shortCharacters
    var sum = 0
    for (place, source) in sources.enumerated() {
      guard let count = source.count(prefix.firsts[place]..<source.next, inNames: inNames) else {
        isKnown = false
        return
      }
      sum += count
    }
    let key = WideRange.key(
      UInt32(truncatingIfNeeded: prefix.first), UInt32(truncatingIfNeeded: terms),
      inNames: inNames)
    entries.append((key, UInt32(truncatingIfNeeded: max(0, sum))))
  }

  /// The bytes of the stream `ranges`; none where something is not known.
  func stream() -> ByteArena {
    var bytes = ByteArena(capacity: entries.count * WideRange.entrySize + 8)
    guard isKnown else { return bytes }
    for entry in entries.sorted(by: { $0.key < $1.key }) {
      bytes.append(littleEndian: entry.key)
      bytes.append(littleEndian: entry.count)
      bytes.append(littleEndian: UInt32(0))
    }
    return bytes
  }
}
