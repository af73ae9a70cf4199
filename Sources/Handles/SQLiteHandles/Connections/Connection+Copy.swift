import CSystemSQLite
package import FootlightPlatform

extension Connection {
  /// Copies one state of the whole database, with what stands in its write-ahead log, into another
  /// one, whose contents are replaced.
  ///
  /// Others may write meanwhile; they wait, or the copy does.
  ///
  /// SQLite: sqlite3_backup_init, sqlite3_backup_step, sqlite3_backup_finish.
  package func copyAll(to other: borrowing Connection) throws(Failure) {
    guard
      let copy = unsafe sqlite3_backup_init(other.state.database, "main", state.database, "main")
    else {
      throw unsafe sqliteFailure(
        sqlite3_errcode(other.state.database), of: other.state.database, path: other.path)
    }
    let step = unsafe sqlite3_backup_step(copy, -1)
    // Finishing repeats what went wrong, and keeps it in the connection that was written.
    let end = unsafe sqlite3_backup_finish(copy)
    guard step == SQLITE_DONE, end == SQLITE_OK else {
      throw unsafe sqliteFailure(
        end == SQLITE_OK ? step : end, of: other.state.database, path: path)
    }
  }
}
