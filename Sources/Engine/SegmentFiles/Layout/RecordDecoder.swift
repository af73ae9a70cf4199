import FootlightPlatform

/// Reads records that were stored letter by letter.
///
/// Hot: ten hits of every answer are read through it, symbol after symbol, each of which says where the next one is
/// looked up. Pointers, because checks of arrays were a third of that (`Benchmarks query`); every place
/// in the tables is made of numbers that were checked when the tables were made.
final class RecordDecoder: Sendable {
  /// How far a code was decoded.
  struct Progress {
    fileprivate var bit = 0
    fileprivate var before = -1
    fileprivate(set) var written = 0
  }

  private let tables: RecordTables
  /// So many bytes are decoded at a time.
  private static let step = 1 << 12

  /// Nil where the bytes of the stream `model` are not what a writer writes.
  init?(_ bytes: borrowing ByteArena) {
    guard let tables = RecordTables(bytes) else { return nil }
    self.tables = tables
  }

  /// Appends what a code stands for from where it was left the last time, until `wanted` bytes are there or the code ends.
  ///
  /// The target ends with what was written then. A code ends with a byte: what the bits after its last symbol stand
  /// for is appended, too. False when the code is damaged.
  func decode(
    _ code: ChunkView, wanted: Int, from progress: inout Progress, into target: inout ByteArena
  ) -> Bool {
    var isWhole = true
    while isWhole, progress.written < wanted, progress.bit < code.count * 8 {
      // No symbol has less than a bit, nor less than a byte.
      let step = min(
        wanted - progress.written, RecordSymbols.mostBytes * (code.count * 8 - progress.bit),
        RecordDecoder.step)
      unsafe target.appendUnsafe(room: step + 2 * RecordSymbols.mostBytes) { output in
        guard let start = output.baseAddress else { return 0 }
        let written = unsafe decode(code, step, &progress, start)
        isWhole = written != nil
        return written ?? 0
      }
    }
    return isWhole
  }

  private func decode(
    _ code: ChunkView, _ wanted: Int, _ progress: inout Progress,
    _ target: UnsafeMutableRawPointer
  ) -> Int? {
    unsafe tables.short.withUnsafeBufferPointer { short in
      unsafe tables.texts.withUnsafeBufferPointer { texts in
        unsafe decode(code, wanted, &progress, target, short, texts)
      }
    }
  }

  private func decode(
    _ code: ChunkView, _ wanted: Int, _ progress: inout Progress,
    _ target: UnsafeMutableRawPointer, _ short: UnsafeBufferPointer<UInt16>,
    _ texts: UnsafeBufferPointer<UInt64>
  ) -> Int? {
    guard let short = short.baseAddress, let texts = texts.baseAddress else {
      return nil
    }
    let end = code.count &* 8
    let other = tables.other
    var bit = progress.bit
    // A record begins as if the byte 0 stood before it.
    var before = progress.before < 0 ? other &- 256 : progress.before
    var written = 0
    while bit < end, written < wanted {
      var window = code.bits(at: bit)
      var left = ChunkView.windowBits
      repeat {
        var entry = unsafe short[before &<< RecordTables.shortBits | Int(window &>> 56)]
        if entry == 0 {
          guard let found = tables.entryOfLong(window, after: before) else { return nil }
          entry = found
        }
        var size = Int(entry & 15)
        before = Int(entry &>> 4)
        if before == other {
          before = Int((window &<< UInt64(size)) &>> UInt64(64 &- RecordSymbols.bits))
          size &+= RecordSymbols.bits
          guard before < other else { return nil }
        }
        let text = unsafe texts[before]
        unsafe (target + written).storeBytes(
          of: UInt32(truncatingIfNeeded: text).littleEndian, as: UInt32.self)
        written &+= Int(text &>> 32)
        window &<<= UInt64(size)
        bit &+= size
        left &-= size
      } while left >= RecordSymbols.longest && bit < end && written < wanted
    }
    progress.bit = bit
    progress.before = before
    progress.written &+= written
    return written
  }
}

extension ChunkView {
  /// The 57 bits or more from a bit on, the first one highest; zeros after the last byte.
  @inline(__always)
  fileprivate func bits(at bit: Int) -> UInt64 {
    let first = bit &>> 3
    if first &+ 8 <= count {
      return load(first, as: UInt64.self).byteSwapped &<< UInt64(bit & 7)
    }
    var word: UInt64 = 0
    for place in first..<max(first, count) {
      word |= UInt64(self[place]) &<< UInt64(56 &- 8 &* (place &- first))
    }
    return word &<< UInt64(bit & 7)
  }
}
