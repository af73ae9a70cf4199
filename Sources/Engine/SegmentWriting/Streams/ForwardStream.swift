import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// The stream `fwd` as it was written, read back to sort the names in it.
final class ForwardStream: Sendable {
  private let bytes: Mutex<ByteArena>

  init(_ file: SegmentFile) throws(Failure) {
    let size = file.offset(.fwd)
    var bytes = ByteArena(capacity: size + SegmentFormat.chunk)
    var row = 0
    while bytes.count < size {
      try file.read(.fwd, row: row, into: &bytes)
      row += 1
    }
    // Terms are read eight bytes at a time.
    bytes.append(zeros: 8)
    self.bytes = Mutex(bytes)
  }

  /// Hands the bytes over; there are none afterwards.
  func take() -> ByteArena {
    bytes.withLock { bytes in
      var taken = ByteArena()
      swap(&taken, &bytes)
      return taken
    }
  }
}
