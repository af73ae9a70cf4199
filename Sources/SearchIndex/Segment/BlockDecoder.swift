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

  /// Appends the `size` bytes that a code stands for; false when the code is damaged.
  static func decode(
    _ source: borrowing ByteArena, _ range: ByteRange, size: Int, into target: inout ByteArena
  ) -> Bool {
    var progress = Progress()
    return decode(source, range, size: size, wanted: .max, from: &progress, into: &target)
  }

  /// Appends the bytes that a code stands for from where it was left the last time; the target ends with
  /// what was written then.
  ///
  /// Stops early once `wanted` bytes of the `size` are there. False when the code is damaged.
  static func decode(
    _ source: borrowing ByteArena, _ range: ByteRange, size: Int, wanted: Int,
    from progress: inout Progress, into target: inout ByteArena
  ) -> Bool {
    guard range.upperBound <= source.count else { return false }
    return unsafe source.withUnsafeBytes { bytes in
      guard let input = bytes.baseAddress else { return size == 0 }
      return unsafe decode(
        UnsafeRawPointer(input) + range.lowerBound, Int(range.count), size: size, wanted: wanted,
        from: &progress, into: &target)
    }
  }

  /// The same for a code that lies in a chunk.
  static func decode(
    _ code: ChunkView, size: Int, wanted: Int, from progress: inout Progress,
    into target: inout ByteArena
  ) -> Bool {
    unsafe decode(
      UnsafeRawPointer(code.pointer(0, size: code.count)), code.count, size: size,
      wanted: wanted, from: &progress, into: &target)
  }

  private static func decode(
    _ source: UnsafeRawPointer, _ count: Int, size: Int, wanted: Int,
    from progress: inout Progress, into target: inout ByteArena
  ) -> Bool {
    let before = progress.written
    guard size >= before, before <= target.count else { return false }
    var isWhole = false
    unsafe target.appendUnsafe(room: size - before) { room in
      guard let output = room.baseAddress else {
        isWhole = size == 0
        return 0
      }
      let written = unsafe decode(source, count, output - before, size, wanted, &progress)
      isWhole = written >= 0 && written >= min(size, wanted)
      return max(0, written - before)
    }
    return isWhole
  }

  /// Decodes; returns how many bytes are written, −1 when the code is damaged.
  private static func decode(
    _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, _ size: Int,
    _ wanted: Int, _ progress: inout Progress
  ) -> Int {
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
        if distance >= 16, distance <= behind {
          unsafe copySixteen(target + (behind &- distance), target + behind)
          // A match has eighteen bytes at most; the last two may be what was written just now.
          let rest = unsafe (target + (behind &- distance &+ 16)).loadUnaligned(as: UInt16.self)
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
      guard distance > 0, distance <= written, match <= size &- written else { return -1 }
      let from = written &- distance
      if match <= 48, distance >= 16, written &+ 48 <= size {
        // One after the other: the second may repeat what the first has written.
        unsafe copySixteen(target + from, target + written)
        if match > 16 {
          unsafe copySixteen(target + from + 16, target + written + 16)
          unsafe copySixteen(target + from + 32, target + written + 32)
        }
      } else if distance >= match {
        unsafe (target + written).copyMemory(from: target + from, byteCount: match)
      } else {
        // The match overlaps itself: it repeats what it is just writing.
        for index in 0..<match {
          let byte = unsafe target.load(fromByteOffset: from &+ index, as: UInt8.self)
          unsafe target.storeBytes(of: byte, toByteOffset: written &+ index, as: UInt8.self)
        }
      }
      written &+= match
      if written >= wanted { return written }
    }
    return written == size ? written : -1
  }

  /// What a token and its pieces take at most, with what is copied too much, when neither is as
  /// long as its half of the token can tell: in the code, and decoded.
  private static let shortCode = 1 + 16 + 2
  private static let shortPiece = 14 + 18

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
