import FootlightPlatform
import SegmentFiles
import Synchronization

/// The scratch file of a build: pieces that several threads write, each where there was room when it came.
///
/// It is one file, however many spills lie in it, so that the disk alone bounds their number.
final class SpillFile: Sendable {
  private let file: WritableFile
  private let files: FileOperations
  private let end = Atomic<Int>(0)

  init(path: String, files: FileOperations) throws(Failure) {
    self.files = files
    file = try files.create(path, exclusively: true, permissions: 0o600)
  }

  /// Writes a piece and says where it begins.
  func write(_ bytes: borrowing ByteArena) throws(Failure) -> Int {
    let start = end.wrappingAdd(bytes.count, ordering: .relaxed).oldValue
    try file.write(bytes, bytes.all, at: start)
    return start
  }

  /// Reads bytes that were written.
  func read(into target: inout ByteArena, at start: Int, count: Int) throws(Failure) {
    guard try file.read(into: &target, at: start, upTo: count) == count else {
      throw Failure.damagedScratch
    }
  }

  /// Removes the file; that it cannot be removed is nobody's loss, the next start does it.
  func remove() {
    _ = try? files.remove(file.path)
  }
}

extension Failure {
  /// The failure where scratch that a build wrote cannot be read again as it was.
  static var damagedScratch: Failure {
    Failure(.indexDamaged, "a scratch file is damaged", remedy: "run sync again")
  }
}
