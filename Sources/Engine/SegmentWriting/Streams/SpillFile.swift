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

  /// The scratch file of a number for what is written to a path.
  ///
  /// - Parameter folder: where it lies; nil where what the memory does not hold is refused.
  convenience init(
    number: Int, of path: String, in folder: String?, _ files: FileOperations
  ) throws(Failure) {
    guard let folder else { throw Failure.tooLarge("more items than memory takes") }
    try ScratchFolder(path: folder, files: files).make()
    try self.init(
      path: Path.join(folder, "\(Path.name(of: path)).spill-\(number)"), files: files)
  }

  init(path: String, files: FileOperations) throws(Failure) {
    self.files = files
    file = try files.create(path, exclusively: true, permissions: 0o600)
  }

  /// Writes a piece and says where it begins.
  func write(_ bytes: borrowing ByteArena, _ range: ByteRange) throws(Failure) -> Int {
    let start = end.wrappingAdd(Int(range.count), ordering: .relaxed).oldValue
    try file.write(bytes, range, at: start)
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
