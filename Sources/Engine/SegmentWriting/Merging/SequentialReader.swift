import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

/// Reads a file from front to back through one buffer.
final class SequentialReader {
  private let file: File
  private var fileOffset: Int
  private let end: Int
  /// The bytes in memory; `at` is the place to read next.
  private(set) var buffer = ByteArena(capacity: 1 << 18)
  private(set) var at = 0

  init(path: String, from start: Int, to end: Int) throws(Failure) {
    file = try File(path: path)
    fileOffset = start
    self.end = end
  }

  /// Makes `count` bytes at `at` available.
  func need(_ count: Int) throws(Failure) {
    guard at + count > buffer.count else { return }
    var rest = ByteArena(capacity: max(1 << 18, count + 4096))
    rest.append(buffer, ByteRange(start: at, count: buffer.count - at))
    swap(&buffer, &rest)
    at = 0
    while buffer.count < count {
      let wanted = min(max(1 << 18, count) - buffer.count, end - fileOffset)
      let got = wanted > 0 ? try file.read(into: &buffer, at: fileOffset, upTo: wanted) : 0
      guard got > 0 else {
        throw Failure(.indexDamaged, "a scratch file ended early", remedy: "run sync again")
      }
      fileOffset += got
    }
  }

  /// Moves on by bytes that `need` has made available.
  func skip(_ count: Int) { at += count }
}
