import CSystemSQLite
package import FootlightPlatform

/// The values that the first page of a database holds about it.
///
/// SQLite reads the file, for a connection of this process may hold POSIX locks on it: they end when the
/// process closes the file behind SQLite's back, whichever thread does, and then others write in the
/// middle of a read. What stands in a write-ahead log beside it is not looked at.
///
/// Sources: https://www.sqlite.org/fileformat2.html, section 1.3; for the locks
/// https://www.sqlite.org/howtocorrupt.html, section 2.2.
package enum DatabaseMark {
  /// How each database begins.
  package static let magic = Array("SQLite format 3\0".utf8)

  /// Whether a file is a database: nothing that is no file, and nothing that cannot be opened, is.
  package static func isDatabase(_ path: String) -> Bool {
    do throws(Failure) {
      // To open a pipe would be to wait for its writer.
      guard try FileStatus.of(path)?.kind == .file else { return false }
      return try Connection(path: path, mode: .readOnly).head(magic.count) == magic
    } catch {
      // Whoever reads it as something else is told why it cannot be read.
      return false
    }
  }

  /// Whether two databases hold the same bytes, without what stands in their logs.
  package static func isSame(_ path: String, _ other: String) throws(Failure) -> Bool {
    guard let size = try FileStatus.of(path)?.size, try FileStatus.of(other)?.size == size else {
      return false
    }
    let one = try Connection(path: path, mode: .readOnly)
    let two = try Connection(path: other, mode: .readOnly)
    let piece = 1 << 18
    for offset in stride(from: 0, to: Int(size), by: piece) {
      let count = min(piece, Int(size) - offset)
      guard let bytes = try one.bytes(count, at: offset), try two.bytes(count, at: offset) == bytes
      else { return false }
    }
    return true
  }

  /// The application id, which tells who made it; nil for what is no database, no regular file, or a link.
  package static func application(of path: String) throws(Failure) -> UInt32? {
    guard try FileStatus.of(path, followingLinks: false)?.kind == .file,
      let head = try Connection(path: path, mode: .readOnly).head(100),
      Array(head.prefix(magic.count)) == magic
    else { return nil }
    return head[68..<72].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether it keeps a write-ahead log: the versions that writers and readers need are 2; false for what
  /// is shorter than that.
  package static func keepsLog(_ path: String) throws(Failure) -> Bool {
    let head = try Connection(path: path, mode: .readOnly).head(20)
    return head.map { $0[18] == 2 && $0[19] == 2 } ?? false
  }
}

extension Connection {
  /// The first bytes of the file; nil where it is shorter.
  fileprivate func head(_ count: Int) throws(Failure) -> [UInt8]? { try bytes(count, at: 0) }

  /// Bytes of the file; nil where it is shorter.
  ///
  /// No lock is taken, and no page is checked.
  ///
  /// SQLite: sqlite3_file_control, SQLITE_FCNTL_FILE_POINTER.
  fileprivate func bytes(_ count: Int, at offset: Int) throws(Failure) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let code = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe footlight_sqlite_read(state.database, buffer.baseAddress, Int32(count), Int64(offset))
    }
    if code == SQLITE_IOERR | (2 << 8) { return nil }  // SQLITE_IOERR_SHORT_READ, a macro of C
    try check(code)
    return bytes
  }
}
