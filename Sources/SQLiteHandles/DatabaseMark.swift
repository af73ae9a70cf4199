import CSystemSQLite
package import FootlightDiagnostics
import FootlightPlatform

/// What the first page of a database says of who made it.
///
/// Source: https://www.sqlite.org/fileformat2.html, section 1.3.
package enum DatabaseMark {
  private static let magic = Array("SQLite format 3\0".utf8)

  /// The application id; nil for what is no database, no regular file, or a link.
  ///
  /// What stands in a write-ahead log beside it is not looked at. SQLite reads the file, for a connection of
  /// this process may hold locks on it: they end when the process closes the file behind SQLite's back.
  package static func application(of path: String) throws(Failure) -> UInt32? {
    guard try FileStatus.of(path, followingLinks: false)?.kind == .file,
      let head = try Connection(path: path, mode: .readOnly).head(100),
      Array(head.prefix(magic.count)) == magic
    else { return nil }
    return head[68..<72].reduce(0) { $0 << 8 | UInt32($1) }
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
