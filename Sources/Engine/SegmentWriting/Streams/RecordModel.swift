import FootlightPlatform

/// The codes of the symbols after each symbol, as some records have them: what ``RecordEncoder`` writes by.
struct RecordModel: Sendable {
  let groups: RecordGroups
  /// The code after each symbol; nil where the shared one is used.
  let codes: [PrefixCode?]
  let shared: PrefixCode

  /// Symbols that stand before fewer others have no code of their own.
  private static let fewest: UInt32 = 64

  /// The symbol that stands for any other.
  var other: Int { groups.symbols }

  /// So many bytes of the records are counted.
  private static let mostCounted = 1 << 18

  /// The model of some records, one after the other.
  init(_ bytes: borrowing ByteArena, sizes: [UInt32]) {
    groups = RecordGroups(bytes, sizes: sizes)
    let other = groups.symbols
    var counts = groups.counts(bytes, sizes, every: bytes.count / RecordModel.mostCounted + 1)
    // As if the byte 0 stood before the first symbol.
    for symbol in 0..<other {
      counts[(other - 256) * other + symbol] += counts[other * other + symbol]
    }
    var all = [UInt32](repeating: 0, count: other)
    var codes: [PrefixCode?] = []
    for row in 0..<other {
      let row = counts[row * other..<(row + 1) * other]
      var sum: UInt32 = 0
      for (symbol, count) in row.enumerated() {
        all[symbol] &+= count
        sum &+= count
      }
      codes.append(sum >= RecordModel.fewest ? RecordModel.code(row) : nil)
    }
    self.codes = codes
    shared = RecordModel.code(all[...])
  }

  /// A code for symbols that were counted.
  ///
  /// What was met once tells how much was not met yet (Good, "The population frequencies of species", 1953).
  private static func code(_ counts: ArraySlice<UInt32>) -> PrefixCode {
    PrefixCode(counts: counts + [1 + UInt32(counts.count { $0 == 1 })])
  }

  /// Appends the bytes of the stream `model`, as `RecordTables` reads them.
  func write(into bytes: inout ByteArena) {
    bytes.append(varint: UInt64(groups.texts.count))
    for text in groups.texts {
      bytes.append(UInt8(truncatingIfNeeded: text >> 32))
      bytes.append(word: text, count: Int(text >> 32))
    }
    RecordModel.write(shared, into: &bytes)
    for code in codes { RecordModel.write(code, into: &bytes) }
  }

  private static func write(_ code: PrefixCode?, into bytes: inout ByteArena) {
    let symbols = code?.ascending ?? []
    bytes.append(varint: UInt64(symbols.count))
    guard let code else { return }
    var next = 0
    var size = 0
    while next < symbols.count {
      size += 1
      let end = symbols[next...].firstIndex { Int(code.sizes[$0.symbol]) > size } ?? symbols.count
      bytes.append(varint: UInt64(end - next))
      for place in next..<end { bytes.append(varint: UInt64(symbols[place].symbol)) }
      next = end
    }
  }
}
