import FootlightPlatform
import IndexStores

/// Takes rows of extents apart that come out of a copy (PostgreSQL: COPY, binary format).
///
/// Each is the next one of its file and as long as that one is: whatever else comes is refused before it is written.
struct ExtentReader: ~Copyable {
  /// The number of the extent that comes next.
  private(set) var next: Int
  private let file: SharedFile
  private var hasHead = false
  private var isOver = false

  /// Reads extents of a file from one on.
  init(_ file: SharedFile, from extent: Int) {
    self.file = file
    next = extent
  }

  /// The bytes of the extent in a piece; nil where there is none in it.
  mutating func take(_ piece: borrowing ByteArena) throws(Failure) -> ByteRange? {
    var at = 0
    if !hasHead {
      guard piece.count >= 19 else { throw ExtentReader.senseless }
      let extra = Int(number(piece, 15))
      guard extra <= piece.count - 19 else { throw ExtentReader.senseless }
      at = 19 + extra
      hasHead = true
    }
    // The end is a row of -1 columns.
    guard at + 2 <= piece.count else {
      guard at == piece.count else { throw ExtentReader.senseless }
      return nil
    }
    let columns = UInt16(piece[at]) << 8 | UInt16(piece[at + 1])
    if columns == .max {
      isOver = true
      return nil
    }
    guard !isOver, columns == 2, at + 14 <= piece.count, number(piece, at + 2) == 4,
      Int(number(piece, at + 6)) == next
    else { throw ExtentReader.senseless }
    let size = Int(number(piece, at + 10))
    guard size > 0, size == file.size(ofExtent: next), at + 14 + size == piece.count else {
      throw ExtentReader.senseless
    }
    next += 1
    return ByteRange(start: at + 14, count: size)
  }

  private func number(_ piece: borrowing ByteArena, _ at: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(piece[at + $1]) }
  }

  private static var senseless: Failure {
    Failure(
      .storeIncomplete, "the extents of a file in the store make no sense",
      remedy: "look at the server's disk, and rebuild the domain")
  }
}
