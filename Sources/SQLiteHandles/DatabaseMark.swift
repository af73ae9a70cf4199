import CSystemSQLite
package import FootlightDiagnostics
import FootlightPlatform

/// What the first page of a database says of it.
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
  ///
  /// No lock is taken, and no page is checked.
  ///
  /// SQLite: sqlite3_file_control, SQLITE_FCNTL_FILE_POINTER.
  fileprivate func head(_ count: Int) throws(Failure) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let code = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe footlight_sqlite_read(state.database, buffer.baseAddress, Int32(count), 0)
    }
    if code == SQLITE_IOERR | (2 << 8) { return nil }  // SQLITE_IOERR_SHORT_READ, a macro of C
    try check(code)
    return bytes
  }
}
