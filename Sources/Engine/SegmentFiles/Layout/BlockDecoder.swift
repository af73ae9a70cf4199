import FootlightPlatform

/// Reads what ``BlockEncoder`` wrote.
///
/// Hot: a hit's block is decoded when it is shown. Pointers, because most pieces are shorter than
/// sixteen bytes and a checked copy of each took five times as long; every length is compared
/// with what is left of source and target before anything is copied.
enum BlockDecoder {
  /// How far a code was decoded: what was read of it, and what was made of that.
  struct Progress {
    fileprivate(set) var read = 0
    fileprivate(set) var written = 0
  }

  /// Appends the bytes that a code stands for from where it was left the last time; the target ends with
  /// what was written then.
  ///
  /// Stops early once `wanted` bytes of the `size` are there. False when the code is damaged.
  static func decode(
    _ code: ChunkView, size: Int, wanted: Int, behind dictionary: ChunkView?,
    from progress: inout Progress, into target: inout ByteArena
  ) -> Bool {
    let source = unsafe UnsafeRawPointer(code.pointer(0, size: code.count))
    let learned = dictionary?.count ?? 0
    // Where what was learned ends.
    var border = unsafe source
    if let dictionary {
      unsafe border = UnsafeRawPointer(dictionary.pointer(0, size: learned)) + learned
    }
    return unsafe decode(
      Code(start: source, count: code.count, size: size, border: border, learned: learned),
      wanted: wanted, from: &progress, into: &target)
  }

  /// A code, the size of what it stands for, and what it may refer back to.
  @unsafe
  private struct Code {
    var start: UnsafeRawPointer
    var count: Int
    var size: Int
    /// Where that ends, and how many bytes it has.
    var border: UnsafeRawPointer
    var learned: Int
  }

  private static func decode(
    _ code: Code, wanted: Int, from progress: inout Progress, into target: inout ByteArena
  ) -> Bool {
    let before = progress.written
    let size = unsafe code.size
    guard size >= before, before <= target.count else { return false }
    var isWhole = false
    unsafe target.appendUnsafe(room: size - before) { room in
      guard let output = room.baseAddress else {
        isWhole = size == 0
        return 0
      }
      let written = unsafe decode(code, output - before, wanted, &progress)
      isWhole = written >= 0 && written >= min(size, wanted)
      return max(0, written - before)
    }
    return isWhole
  }

  /// Decodes; returns how many bytes are written, −1 when the code is damaged.
  private static func decode(
    _ code: Code, _ target: UnsafeMutableRawPointer, _ wanted: Int, _ progress: inout Progress
  ) -> Int {
    let (source, count, size) = unsafe (code.start, code.count, code.size)
    let (border, learned) = unsafe (code.border, code.learned)
    var at = progress.read
    var written = progress.written
    defer { progress = Progress(read: at, written: written) }
    while at < count {
      let token = unsafe Int(source.load(fromByteOffset: at, as: UInt8.self))
      if at &+ shortCode <= count, written &+ shortPiece <= size, token < 0xF0, token & 15 < 15 {
        // Most pieces are short and far from both ends: few comparisons suffice for all of it.
        let behind = written &+ token &>> 4
        unsafe copySixteen(source + at + 1, target + written)
        let next = at &+ 1 &+ token &>> 4
        let distance = unsafe Int(
          UInt16(littleEndian: source.loadUnaligned(fromByteOffset: next, as: UInt16.self)))
        // How far it lies before the target's beginning.
        let gap = distance &- behind
        if distance >= 16, gap <= 0 || (gap >= longestShort && gap <= learned) {
          let from = unsafe (gap <= 0 ? UnsafeRawPointer(target) : border) + (0 &- gap)
          unsafe copySixteen(from, target + behind)
          // A match has eighteen bytes at most; the last two may be what was written just now.
          let rest = unsafe (from + 16).loadUnaligned(as: UInt16.self)
          unsafe (target + (behind &+ 16)).storeBytes(of: rest, as: UInt16.self)
          at = next &+ 2
          written = behind &+ token & 15 &+ 4
          if written >= wanted { return written }
          continue
        }
      }
      at &+= 1
      var literals = token &>> 4
      if literals == 15 {
        guard let more = unsafe length(source, &at, count) else { return -1 }
        literals &+= more
      }
      guard literals <= count &- at, literals <= size &- written else { return -1 }
      if literals <= 32, at &+ 32 <= count, written &+ 32 <= size {
        unsafe copySixteen(source + at, target + written)
        unsafe copySixteen(source + at + 16, target + written + 16)
      } else {
        unsafe (target + written).copyMemory(from: source + at, byteCount: literals)
      }
      at &+= literals
      written &+= literals
      if at == count { return written == size ? written : -1 }
      guard at &+ 2 <= count else { return -1 }
      let distance = unsafe Int(
        UInt16(littleEndian: source.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
      at &+= 2
      var match = token & 15 &+ 4
      if match == 19 {
        guard let more = unsafe length(source, &at, count) else { return -1 }
        match &+= more
      }
      guard distance > 0, match <= size &- written else { return -1 }
      let gap = distance &- written
      if gap > 0 {
        // No match runs from what was learned into the target.
        guard gap <= learned, match <= gap else { return -1 }
        unsafe (target + written).copyMemory(from: border - gap, byteCount: match)
      } else {
        unsafe copy(match, from: distance, behind: target + written, room: size &- written)
      }
      written &+= match
      if written >= wanted { return written }
    }
    return written == size ? written : -1
  }

  /// Repeats bytes that stand before the end of what is written.
  @inline(__always)
  private static func copy(
    _ count: Int, from distance: Int, behind end: UnsafeMutableRawPointer, room: Int
  ) {
    let from = unsafe end - distance
    if count <= 48, distance >= 16, room >= 48 {
      // One after the other: the second may repeat what the first has written.
      unsafe copySixteen(from, end)
      if count > 16 {
        unsafe copySixteen(from + 16, end + 16)
        unsafe copySixteen(from + 32, end + 32)
      }
    } else if distance >= count {
      unsafe end.copyMemory(from: from, byteCount: count)
    } else {
      // The match overlaps itself: it repeats what it is just writing.
      for index in 0..<count {
        let byte = unsafe from.load(fromByteOffset: index, as: UInt8.self)
        unsafe end.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
    }
  }

  /// The most bytes that a token and its pieces take, with those that are copied too much, when neither is as
  /// long as its half of the token can tell: in the code, and decoded.
  private static let shortCode = 1 + 16 + 2
  private static let shortPiece = 14 + longestShort
  /// The longest match whose length its half of the token can tell.
  private static let longestShort = 18

  @inline(__always)
  private static func copySixteen(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) {
    let bytes = unsafe from.loadUnaligned(as: SIMD16<UInt8>.self)
    unsafe to.storeBytes(of: bytes, as: SIMD16<UInt8>.self)
  }

  private static func length(_ source: UnsafeRawPointer, _ at: inout Int, _ count: Int) -> Int? {
    var total = 0
    while at < count {
      let byte = unsafe Int(source.load(fromByteOffset: at, as: UInt8.self))
      at &+= 1
      total &+= byte
      if byte < 255 { return total }
      if total > 1 << 30 { return nil }
    }
    return nil
  }
}

/// The impacts of a block of postings: its different values, ascending, and for each posting which of them it has; where
/// there are many values, an impact byte each.
///
/// Documents of a block hold a word about as often, in texts of about the same length, so most blocks have few values.
package enum BlockImpacts {
  /// With more values postings have bytes.
  package static var mostValues: Int { 16 }

  /// The bits that tell one of so many values; 0 values stand for a byte each.
  package static func bits(values: Int) -> Int {
    switch values {
    case 0: 8
    case 1: 0
    case 2: 1
    case 3, 4: 2
    default: 4
    }
  }

  /// The bytes of so many postings.
  package static func size(_ count: Int, values: Int) -> Int {
    values &+ (count &* bits(values: values) &+ 7) / 8
  }
}
