import FootlightPlatform
import SegmentFiles

/// Writes the lists that have no blocks, as ``ShortList`` reads them.
struct ShortListWriter: Sendable {
  private let items: Int
  /// The code of each impact byte, its last bit first, and the bits of it.
  private let codes: [UInt16]
  private let sizes: [UInt8]
  /// So many zeros are written together.
  private static let mostZeros = 32

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
      appender.append(1 &<< UInt64(zeros), bits: zeros &+ 1, to: &bytes)
      if restBits > 0 {
        appender.append(UInt64(gap & (1 &<< restBits &- 1)), bits: restBits, to: &bytes)
      }
      let impact = Int(impacts[index])
      appender.append(UInt64(codes[impact]), bits: Int(sizes[impact]), to: &bytes)
    }
    appender.end(&bytes)
  }
}
