import FootlightPlatform

/// Writes records letter by letter: each byte, or group of bytes, by a code of what stands after the one before it.
///
/// Records can be read one by one then, and are smaller than when they are compressed in blocks of a few: of
/// those most are too short to hold the same twice (decision 32).
///
/// Hot: every byte of stored text passes here (`Benchmarks inversion`). Pointers, because checks of arrays were a third of
/// that; every place in the tables is made of symbols, of which each has a place there.
final class RecordEncoder: Sendable {
  let model: RecordModel
  /// For each symbol before and each symbol: the code times 16 plus its bits; 0 of symbols that have none.
  private let codes: [UInt16]
  /// For each symbol before the code of the one that stands for any other.
  private let others: [UInt16]

  init(_ model: RecordModel) {
    self.model = model
    let shared = RecordEncoder.codes(model.shared)
    var codes: [UInt16] = []
    codes.reserveCapacity(model.other * model.other)
    var others: [UInt16] = []
    for code in model.codes {
      let row = code.map(RecordEncoder.codes) ?? shared
      codes += row[..<model.other]
      others.append(row[model.other])
    }
    self.codes = codes
    self.others = others
  }

  private static func codes(_ code: PrefixCode) -> [UInt16] {
    zip(code.codes, code.sizes).map { $0 << 4 | UInt16($1) }
  }

  /// Appends the code of a record, which ends with a byte.
  func encode(
    _ bytes: borrowing ByteArena, _ record: ByteRange, into target: inout ByteArena
  ) {
    precondition(record.upperBound <= bytes.count)
    let room = Int(record.count) * RecordSymbols.longest / 8 + 1 + MemoryLayout<UInt64>.size
    unsafe target.appendUnsafe(room: room) { output in
      unsafe bytes.withUnsafeBytes { source in
        unsafe codes.withUnsafeBufferPointer { codes in
          guard let source = source.baseAddress, let output = output.baseAddress,
            let codes = codes.baseAddress
          else { return 0 }
          let start = unsafe source + record.lowerBound
          return unsafe model.groups.withFinder(otherwise: 0) { finder in
            unsafe encode(finder, codes, start, Int(record.count), output)
          }
        }
      }
    }
  }

  private func encode(
    _ finder: RecordGroups.Finder, _ codes: UnsafePointer<UInt16>,
    _ source: UnsafePointer<UInt8>, _ end: Int, _ target: UnsafeMutableRawPointer
  ) -> Int {
    let other = model.other
    // The bits that are no byte yet, the first one highest.
    var pending: UInt64 = 0
    var bits: UInt64 = 0
    var written = 0
    // As if the byte 0 stood before.
    var before = other &- 256
    var at = 0
    while at < end {
      let (symbol, size) = unsafe finder.symbol(UnsafeRawPointer(source), at, before: end)
      at &+= size
      var code = unsafe UInt64(codes[before &* other &+ symbol])
      var width = code & 15
      code &>>= 4
      if width == 0 {
        let mark = UInt64(others[before])
        code = (mark &>> 4) &<< UInt64(RecordSymbols.bits) | UInt64(symbol)
        width = mark & 15 &+ UInt64(RecordSymbols.bits)
      }
      before = symbol
      bits &+= width
      pending |= code &<< (64 &- bits)
      unsafe (target + written).storeBytes(of: pending.bigEndian, as: UInt64.self)
      written &+= Int(bits &>> 3)
      pending &<<= bits & 56
      bits &= 7
    }
    return bits > 0 ? written &+ 1 : written
  }
}
