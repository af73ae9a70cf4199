package import FootlightPlatform

/// A file to be read, opened before the process is locked in.
package struct ForeignFile: ~Copyable, Sendable {
  private let file: File
  private var offset = 0

  /// Opens a path; `-` is standard input, if that is a file.
  package init(_ path: String) throws(Failure) {
    file = try File(path: path == "-" ? "/dev/stdin" : path)
  }

  /// Where it is.
  package var path: String { file.path }

  /// The size in bytes.
  package func size() throws(Failure) -> Int { try file.size() }

  /// Its first bytes.
  package func beginning(_ count: Int) throws(Failure) -> [UInt8] {
    var bytes = ByteArena()
    _ = try file.read(into: &bytes, at: 0, upTo: count)
    return bytes.bytes(bytes.all)
  }

  /// Appends bytes at an offset.
  package func read(
    into arena: inout ByteArena, at offset: Int, upTo count: Int
  ) throws(Failure) -> Int {
    try file.read(into: &arena, at: offset, upTo: count)
  }

  /// A descriptor of its own for a library, which closes it.
  package func descriptor() throws(Failure) -> Int32 { try file.ownDescriptor() }

  /// Appends the next bytes; fewer than asked for only at the end.
  package mutating func read(into arena: inout ByteArena, upTo count: Int) throws(Failure) -> Int {
    let got = try file.read(into: &arena, at: offset, upTo: count)
    offset += got
    return got
  }

  /// Appends all of the file; false when it is larger than a limit.
  package mutating func readAll(into arena: inout ByteArena, limit: Int) throws(Failure) -> Bool {
    while true {
      let wanted = min(1 << 18, limit + 1 - arena.count)
      let got = try read(into: &arena, upTo: wanted)
      if arena.count > limit { return false }
      if got < wanted { return true }
    }
  }
}
