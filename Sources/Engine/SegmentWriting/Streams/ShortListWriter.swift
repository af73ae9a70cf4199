import FootlightPlatform

/// Writes the lists that have no blocks, as ``ShortList`` reads them.
struct ShortListWriter: Sendable {
  private let items: Int
  /// The code of each impact byte, its last bit first, and the bits of it.
  private let codes: [UInt16]
  private let sizes: [UInt8]
  /// So many zeros are written together.
  private static let mostZeros = 32
  /// So many bits at most.
  private static let mostTogether = 56

  init(items: Int, _ code: PrefixCode) {
    self.items = items
    sizes = code.sizes
    codes = code.codes.enumerated().map {
      PrefixCode.reversed($0.element, size: Int(code.sizes[$0.offset]))
    }
  }

  /// Appends a list.
  func write(
    _ documents: borrowing ScratchList<UInt32>, _ impacts: borrowing ByteArena,
    into bytes: inout ByteArena
  ) {
    let restBits = ShortList.restBits(count: documents.count, items: items)
    var appender = BitAppender()
    var before = -1
    for index in documents.indices {
      let gap = Int(documents[index]) &- before &- 1
      before = Int(documents[index])
      var zeros = gap &>> restBits
      while zeros >= ShortListWriter.mostZeros {
        appender.append(0, bits: ShortListWriter.mostZeros, to: &bytes)
        zeros &-= ShortListWriter.mostZeros
      }
      let impact = Int(impacts[index])
      let (code, size) = (UInt64(codes[impact]), Int(sizes[impact]))
      let rest = UInt64(gap & (1 &<< restBits &- 1))
      let gapBits = zeros &+ 1 &+ restBits
      var bits = (rest &<< 1 | 1) &<< UInt64(zeros)
      // Mostly all of it is written together.
      if gapBits &+ size <= ShortListWriter.mostTogether {
        bits |= code &<< UInt64(gapBits)
        appender.append(bits, bits: gapBits &+ size, to: &bytes)
      } else {
        appender.append(1 &<< UInt64(zeros), bits: zeros &+ 1, to: &bytes)
        appender.append(rest, bits: restBits, to: &bytes)
        appender.append(code, bits: size, to: &bytes)
      }
    }
    appender.end(&bytes)
  }
}
