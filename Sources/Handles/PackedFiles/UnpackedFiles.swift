package import FootlightPlatform
import Synchronization

/// The files of a source, open for reading: packed ones are unpacked, and text of another encoding is decoded,
/// once, into scratch files without names.
///
/// The last few stay, for those who look up the place of a record afterwards.
package final class UnpackedFiles: Sendable {
  private let kept = Mutex<[Unpacked]>([])
  private let limits: PackedLimits

  /// A file that was unpacked.
  private final class Unpacked: Sendable {
    let path: String
    let scratch: ScratchFile

    init(path: String, scratch: consuming ScratchFile) {
      self.path = path
      self.scratch = scratch
    }
  }

  /// How many files are kept.
  private static let most = 4

  package convenience init() {
    self.init(PackedLimits())
  }

  init(_ limits: PackedLimits) {
    self.limits = limits
  }

  /// Writes the text of a file in another way.
  package typealias Rewriting =
    @Sendable (_ file: borrowing File, _ scratch: inout ScratchFile) throws(Failure) -> Void

  /// Opens a file for reading: unpacked when its name says that it is packed, and as UTF-8 with line
  /// feeds when it is text of another form; then written in another way where that is asked for.
  package func open(
    _ path: String, _ form: TextForm? = nil, rewriting: Rewriting? = nil
  ) throws(Failure) -> File {
    if let known = kept.withLock({ kept in kept.first { $0.path == path } }) {
      return try known.scratch.reader(called: path)
    }
    guard let rewriting else { return try opened(path, form) }
    var scratch = try ScratchFile()
    // Opened by another one: under this path the rewritten file is kept.
    try rewriting(try UnpackedFiles(limits).opened(path, form), &scratch)
    return try keep(scratch, path)
  }

  private func opened(_ path: String, _ form: TextForm?) throws(Failure) -> File {
    guard let packing = Packing(path) else {
      let file = try File(path: path)
      guard let scratch = try form?.rewritten(file) else { return file }
      return try keep(scratch, path)
    }
    let unpacked = try UnpackedFiles.unpack(path, packing, limits, keepingName: false)
    if let form {
      let file = try unpacked.reader(called: path)
      if let scratch = try form.rewritten(file) { return try keep(scratch, path) }
    }
    return try keep(unpacked, path)
  }

  private func keep(_ scratch: consuming ScratchFile, _ path: String) throws(Failure) -> File {
    let unpacked = Unpacked(path: path, scratch: scratch)
    kept.withLock { kept in
      kept.append(unpacked)
      if kept.count > UnpackedFiles.most { kept.removeFirst() }
    }
    return try unpacked.scratch.reader(called: path)
  }

  /// A packed file, unpacked, with a name until that is forgotten; nil for a file that is not packed.
  package static func named(_ path: String) throws(Failure) -> ScratchFile? {
    guard let packing = Packing(path) else { return nil }
    return try unpack(path, packing, PackedLimits(), keepingName: true)
  }

  /// A packed file, unpacked, without a name; nil for a file that is not packed.
  package static func scratch(_ path: String) throws(Failure) -> ScratchFile? {
    guard let packing = Packing(path) else { return nil }
    return try unpack(path, packing, PackedLimits(), keepingName: false)
  }

  /// Appends the beginning of a file, unpacked when its name says that it is packed; returns how many
  /// bytes that are.
  package static func readBeginning(
    of path: String, into arena: inout ByteArena, upTo count: Int
  ) throws(Failure) -> Int {
    guard let packing = Packing(path) else {
      return try File(path: path).read(into: &arena, at: 0, upTo: count)
    }
    let before = arena.count
    try unpack(path, packing, PackedLimits(), into: &arena) { arena throws(Failure) in
      arena.count - before < count
    }
    arena.truncate(to: min(arena.count, before + count))
    return arena.count - before
  }

  private static func unpack(
    _ path: String, _ packing: Packing, _ limits: PackedLimits, keepingName: Bool
  ) throws(Failure) -> ScratchFile {
    var scratch = try ScratchFile(keepingName: keepingName)
    var piece = ByteArena(capacity: PackedLimits.piece)
    try unpack(path, packing, limits, into: &piece) { piece throws(Failure) in
      try scratch.write(piece, piece.all)
      piece.removeAll()
      return true
    }
    return scratch
  }

  /// Appends a file to an arena piece by piece, for as long as `goesOn` says so.
  private static func unpack(
    _ path: String, _ packing: Packing, _ limits: PackedLimits, into arena: inout ByteArena,
    while goesOn: (inout ByteArena) throws(Failure) -> Bool
  ) throws(Failure) {
    #if Complete
      let file = try File(path: path)
      switch packing {
      case .gzip:
        try read(
          PackedRead(file, packing, try begun(path, GzipStream.init), limits), into: &arena, goesOn)
      case .zstandard:
        try read(
          PackedRead(file, packing, try begun(path, ZstandardStream.init), limits), into: &arena,
          goesOn)
      }
    #else
      _ = try File(path: path)
      throw packing.unavailable(path)
    #endif
  }

  /// A stream, for which there must be memory.
  private static func begun<Stream: PackedStream & ~Copyable>(
    _ path: String, _ make: () throws(PackedDamage) -> Stream
  ) throws(Failure) -> Stream {
    do throws(PackedDamage) {
      return try make()
    } catch {
      throw Failure(
        .fileFailed, "there is no memory to unpack the file", at: SourceLocation(file: path),
        remedy: "end other programs")
    }
  }

  private static func read<Stream: PackedStream & ~Copyable>(
    _ read: consuming PackedRead<Stream>, into arena: inout ByteArena,
    _ goesOn: (inout ByteArena) throws(Failure) -> Bool
  ) throws(Failure) {
    while try read.next(into: &arena) {
      guard try goesOn(&arena) else { return }
    }
  }
}
