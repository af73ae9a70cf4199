import FootlightPlatform

/// A file of the shared store on its way into the folder, in a scratch folder beside its place.
///
/// The bytes that have come stay when a pull is cut, and the next one goes on there: the name of the part tells which file it is
/// of, and at the end all of it is checked.
struct PartialFile: ~Copyable {
  private let file: SharedFile
  private let path: String
  private let written: WritableFile
  private var digests: ExtentDigests
  /// How many extents are there.
  private(set) var extents: Int
  /// Whether some of them came with an earlier pull.
  let isContinued: Bool

  /// Begins a part, or goes on with the one that is there.
  init(_ file: SharedFile, in scratch: ScratchFolder, _ files: FileOperations) throws(Failure) {
    let path = Path.join(scratch.path, "part-" + SharedFile.name(of: file.digest))
    let isThere = try FileStatus.of(path, followingLinks: false) != nil
    // A part of another file is worth nothing.
    if !isThere { try scratch.remove() }
    try scratch.make()
    let written = try files.create(path, keepingContents: true, permissions: 0o600)
    var digests = ExtentDigests()
    var extent = ByteArena(capacity: SharedFile.extentSize)
    var extents = 0
    while file.size(ofExtent: extents) > 0 {
      extent.removeAll()
      let size = file.size(ofExtent: extents)
      let place = extents * SharedFile.extentSize
      guard try written.read(into: &extent, at: place, upTo: size) == size else { break }
      digests.append(extent, extent.all)
      extents += 1
    }
    try written.truncate(to: extents * SharedFile.extentSize)
    self.file = file
    self.path = path
    self.written = written
    self.digests = digests
    self.extents = extents
    isContinued = extents > 0
  }

  /// Takes in the next extent.
  mutating func append(_ bytes: borrowing ByteArena, _ range: ByteRange) throws(Failure) {
    guard range.count > 0, Int(range.count) == file.size(ofExtent: extents) else {
      throw CatalogRow.senseless
    }
    try written.write(bytes, range, at: extents * SharedFile.extentSize)
    digests.append(bytes, range)
    extents += 1
  }

  /// Forces the whole file to the disk; returns its path, nil where it is not what was published.
  func finish() throws(Failure) -> String? {
    guard file.size(ofExtent: extents) == 0, digests.finish() == file.digest else { return nil }
    try written.truncate(to: file.bytes)
    try written.synchronize()
    return path
  }
}
