import FootlightPlatform

// A hot file: every byte passes here, 64 at a time; the benchmark `readers` in Benchmarks/Micro
// justifies the list without checks of its own, into which twelve places are written at once.

/// Where the delimiters, line feeds and quotes of a batch are, found a stretch ahead of the rows.
///
/// A row without quotes is then cut by counting: the n-th place ends the n-th cell, and the cells
/// that nobody wants are never looked at.
@safe
struct CSVStops: ~Copyable {
  // Safe: the memory belongs to this value alone, and `fill` keeps below its capacity.
  private nonisolated(unsafe) let places: UnsafeMutablePointer<Int32>
  private let capacity: Int
  /// The offset after the text.
  private let count: Int
  private let dialect: CSVDialect
  /// The first place that has not been passed, and the end of those that are known.
  private(set) var next = 1
  private(set) var known = 1
  /// How far the text has been looked at.
  private var scanned = 0
  private var text = UTF8Blocks()
  /// Whether a quote is among the places from `next` on.
  private(set) var hasQuotes = false

  /// Begins with a text of `count` bytes, of which rows of `width` cells are wanted.
  init(_ dialect: CSVDialect, count: Int, width: Int) {
    self.dialect = dialect
    self.count = count
    capacity = max(2048, width &* 4) + 128
    unsafe places = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    unsafe places[0] = -1
  }

  deinit {
    unsafe places.deallocate()
  }

  /// Whether something that is not valid UTF-8 was met so far.
  var hasInvalidText: Bool { text.isInvalid }

  /// The place with a number; the one before `next` is for the caller to write to.
  @inline(__always)
  var list: UnsafeMutablePointer<Int32> { unsafe places }

  /// Passes the places before an offset, and finds more where fewer than `width` are known after
  /// it; false when there are no more, or more than there is room for.
  ///
  /// The last place of a text is its end.
  @inline(__always)
  mutating func move(to start: Int, width: Int, _ bytes: Span<UInt8>) -> Bool {
    repeat {
      while next < known, unsafe places[next] < start { next &+= 1 }
      if next &+ width <= known { return true }
    } while fill(bytes)
    return false
  }

  /// Passes the places up to the one with this number.
  @inline(__always)
  mutating func pass(to number: Int) { next = number }

  /// Finds more places; false when the text is at its end or there is no room for more.
  @inline(never)
  private mutating func fill(_ bytes: Span<UInt8>) -> Bool {
    let left = known &- next
    // One block has 64 places at most, and the end of the text is one more.
    if scanned > count || left &+ 66 > capacity { return false }
    unsafe places[0] = -1
    unsafe (places + 1).update(from: places + next, count: left)
    next = 1
    known = 1 &+ left
    hasQuotes = false
    for index in 1..<known where unsafe bytes[Int(places[index])] == dialect.quote {
      hasQuotes = true
    }
    let delimiter = blockOf(dialect.delimiter)
    let lineFeed = blockOf(0x0A)
    let quote = blockOf(dialect.quote ?? 0x0A)
    var quotes = SIMDMask<SIMD16<Int8>>(repeating: false)
    while scanned < count, known &+ 65 <= capacity {
      let block = bytes.wideBlock(scanned)
      // The padding after the text is none of the three.
      let stops = block.matches { part in
        let isQuote = part .== quote
        quotes = quotes .| isQuote
        return isQuote .| (part .== delimiter) .| (part .== lineFeed)
      }
      text.take(block)
      append(stops)
      scanned &+= 64
    }
    if dialect.quote != nil, !BlockMatches(quotes).isEmpty { hasQuotes = true }
    if scanned >= count, known < capacity {
      text.end()
      unsafe places[known] = Int32(truncatingIfNeeded: count)
      known &+= 1
      scanned = count &+ 1
    }
    return true
  }

  /// Adds the places of 64 bytes.
  ///
  /// Twelve are written whatever is there, since a loop that ends elsewhere in every block is
  /// guessed wrong by the processor.
  @inline(__always)
  private mutating func append(_ stops: UInt64) {
    var stops = stops
    let end = known &+ stops.nonzeroBitCount
    let base = scanned
    var place = unsafe places + known
    for _ in 0..<12 {
      unsafe place.pointee = Int32(truncatingIfNeeded: base &+ stops.trailingZeroBitCount)
      unsafe place += 1
      stops &= stops &- 1
    }
    while stops != 0 {
      unsafe place.pointee = Int32(truncatingIfNeeded: base &+ stops.trailingZeroBitCount)
      unsafe place += 1
      stops &= stops &- 1
    }
    known = end
  }
}
