import CInstructions
import FootlightPlatform

/// Words with their marks, one after the other.
///
/// Hot: the lower halves of marks are compared eight at a time (`near_marks.h`), a quarter of the time of one after
/// the other; what is read of a word is fetched ahead (`Benchmarks query`, decision 18).
struct SpellingRows: ~Copyable, Sendable {
  /// The facts of a word that are read where marks are alike: side by side, so that one fetch brings them.
  struct Word {
    /// The upper half of the mark.
    fileprivate let twice: UInt32
    /// How many documents hold it, and its number.
    let documents: UInt32
    let number: UInt32
    /// Where its UTF-8 lies.
    fileprivate let start: UInt32
    fileprivate let size: UInt8
    /// The number of its letters.
    fileprivate let count: UInt8

    /// Where its UTF-8 lies.
    var range: ByteRange { ByteRange(start: Int(start), count: Int(size)) }
  }

  /// A word of whose mark the lower half is alike, and how many bits its upper half may differ.
  struct Suspect: Sendable {
    private let packed: UInt32

    /// The place of the word: tables have fewer than 2²⁹ words.
    var place: Int { Int(packed & 0x1FFF_FFFF) }
    var left: Int { Int(packed >> 29) }
  }

  /// The lower halves of the marks.
  private var once: [UInt32] = []
  private var words: [Word] = []
  /// As many words are sorted.
  private var sorted = 0
  /// The UTF-8 of all words, in the order of the dictionary.
  private(set) var bytes: ByteArena

  /// Makes room for some words.
  init(words count: Int) {
    bytes = ByteArena(capacity: count * 8)
    once.reserveCapacity(count)
    words.reserveCapacity(count)
  }

  /// Adds a word of 1 … 252 bytes.
  mutating func append(_ word: Spelling, _ entry: TermEntry, _ text: borrowing ByteArena) {
    once.append(UInt32(truncatingIfNeeded: word.mark))
    words.append(
      Word(
        twice: UInt32(truncatingIfNeeded: word.mark >> 32),
        documents: UInt32(truncatingIfNeeded: entry.documents), number: entry.number,
        start: UInt32(truncatingIfNeeded: bytes.count),
        size: UInt8(truncatingIfNeeded: text.count),
        count: UInt8(truncatingIfNeeded: word.count)))
    bytes.append(text, text.all)
  }

  /// The number of words.
  var count: Int { words.count }

  /// A word by its place.
  subscript(place: Int) -> Word { words[place] }

  /// Sorts the words that were added since the last time by their number of letters, those with as many
  /// as they came; where the words of each number begin, and after the last one where they end.
  mutating func sort() -> (shortest: Int, starts: [UInt32])? {
    let begin = sorted
    sorted = words.count
    var shortest = Int.max
    var longest = 0
    for word in words[begin...] {
      shortest = min(shortest, Int(word.count))
      longest = max(longest, Int(word.count))
    }
    guard longest > 0 else { return nil }
    var next = [Int](repeating: 0, count: longest - shortest + 2)
    for word in words[begin...] { next[Int(word.count) - shortest + 1] += 1 }
    for place in next.indices.dropFirst() { next[place] += next[place - 1] }
    let bounds = next.map { UInt32(truncatingIfNeeded: begin + $0) }
    let unsorted = (once: Array(once[begin...]), words: Array(words[begin...]))
    for (mark, word) in zip(unsorted.once, unsorted.words) {
      let place = begin + next[Int(word.count) - shortest]
      next[Int(word.count) - shortest] += 1
      once[place] = mark
      words[place] = word
    }
    return (shortest, bounds)
  }

  /// Adds the words of some places whose marks may differ from one by a few bits at most, of the bits
  /// that are relevant.
  ///
  /// - Parameter most: 1 … 4.
  /// - Parameter stretch: how many marks are compared at a time, 1 or more; a test takes fewer.
  func collect(
    in places: Range<Int>, like mark: UInt64, relevant: UInt64, atMost most: Int,
    stretch: Int = SpellingRows.stretch, into suspects: inout ScratchList<Suspect>
  ) {
    precondition(places.lowerBound >= 0 && places.upperBound <= once.count)
    precondition((1...4).contains(most) && stretch > 0)
    let lower = UInt32(truncatingIfNeeded: mark)
    let lowerRelevant = UInt32(truncatingIfNeeded: relevant)
    unsafe once.withUnsafeBufferPointer { marks in
      guard let base = marks.baseAddress else { return }
      var from = places.lowerBound
      while from < places.upperBound {
        let to = min(places.upperBound, from &+ stretch)
        unsafe suspects.append(atMost: to &- from) { room in
          unsafe room.withMemoryRebound(to: UInt32.self) { room in
            unsafe footlight_near_marks(
              base, from, to, lower, lowerRelevant, Int32(most), room.baseAddress)
          }
        }
        from = to
      }
    }
  }

  /// How many marks are compared before what was found of them is counted.
  static let stretch = 4_096

  /// Calls `body` with those of some words whose whole marks are alike.
  ///
  /// The row of a word is fetched some words ahead, then its letters: they lie all over the table, and one
  /// by one each would be waited for.
  func forEach(
    _ suspects: borrowing ScratchList<Suspect>, like mark: UInt64, relevant: UInt64,
    _ body: (Word) -> Void
  ) {
    let upper = UInt32(truncatingIfNeeded: mark >> 32)
    let relevant = UInt32(truncatingIfNeeded: relevant >> 32)
    guard !suspects.isEmpty else { return }
    var alike = ScratchList<Word>(capacity: 256)
    unsafe words.withUnsafeBufferPointer { words in
      for index in 0..<suspects.count &+ SpellingRows.ahead {
        if index < suspects.count {
          let place = suspects[index].place
          unsafe footlight_prefetch(words.baseAddress?.advanced(by: place))
        }
        guard index >= SpellingRows.ahead else { continue }
        let suspect = suspects[index &- SpellingRows.ahead]
        precondition(suspect.place < words.count)
        let word = unsafe words[suspect.place]
        var bits = (word.twice ^ upper) & relevant
        for _ in 0..<suspect.left { bits &= bits &- 1 }
        if bits == 0 {
          bytes.prefetch(Int(word.start))
          alike.append(word)
        }
      }
    }
    for index in alike.indices { body(alike[index]) }
  }

  /// How many words ahead one is fetched.
  private static let ahead = 16
}
