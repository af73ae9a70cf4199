import FootlightPlatform
import SegmentFiles

/// Writes records letter by letter: each byte, or group of bytes, by a code of what stands after the one before it.
///
/// Records can be read one by one then, and are smaller than when they are compressed in blocks of a few: of
/// those most are too short to hold the same twice (decision 32).
///
/// Hot: every byte of stored text passes here (`Benchmarks inversion`).
final class RecordEncoder: Sendable {
  let model: RecordModel
  /// For each symbol before and each symbol: the code times 32 plus its bits; of symbols that have none, their own bits
  /// after those of the one that stands for any other.
  private let codes: [UInt32]

  init(_ model: RecordModel) {
    self.model = model
    let shared = RecordEncoder.codes(model.shared)
    var codes: [UInt32] = []
    codes.reserveCapacity(model.other * model.other)
    for code in model.codes { codes += code.map(RecordEncoder.codes) ?? shared }
    self.codes = codes
  }

  private static func codes(_ code: PrefixCode) -> [UInt32] {
    let numbers = code.codes
    let other = numbers.count - 1
    return (0..<other).map { symbol in
      code.sizes[symbol] > 0
        ? UInt32(numbers[symbol]) << 5 | UInt32(code.sizes[symbol])
        : (UInt32(numbers[other]) << UInt32(RecordSymbols.bits) | UInt32(symbol)) << 5
          | UInt32(Int(code.sizes[other]) + RecordSymbols.bits)
    }
  }

  /// Appends the code of a record, which ends with a byte.
  func encode(
    _ bytes: borrowing ByteArena, _ record: ByteRange, into target: inout ByteArena
  ) {
    let groups = model.groups
    let (end, other) = (record.upperBound, model.other)
    target.reserve(Int(record.count) * RecordSymbols.longest / 8 + 8)
    var pending: UInt64 = 0
    var bits: UInt32 = 0
    // As if the byte 0 stood before.
    var before = other &- 256
    var at = record.lowerBound
    while at < end {
      let (symbol, size) = groups.symbol(bytes.word(at: at, before: end), left: end &- at)
      let code = codes[before &* other &+ symbol]
      before = symbol
      at &+= size
      pending = pending &<< UInt64(code & 31) | UInt64(code &>> 5)
      bits &+= code & 31
      if bits >= 32 {
        bits &-= 32
        target.append(
          littleEndian: UInt32(truncatingIfNeeded: pending &>> UInt64(bits)).byteSwapped)
      }
    }
    while bits > 0 {
      let next = bits >= 8 ? pending &>> UInt64(bits &- 8) : pending &<< UInt64(8 &- bits)
      target.append(UInt8(truncatingIfNeeded: next))
      bits = bits >= 8 ? bits &- 8 : 0
    }
  }
}
