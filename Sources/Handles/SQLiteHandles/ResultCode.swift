import CSystemSQLite
import FootlightPlatform

/// Turns what SQLite returned into a failure; the only place that does.
///
/// The message holds SQL, never bound values.
func sqliteFailure(
  _ code: Int32, message: String, systemError: Int32 = 0, sql: String? = nil, path: String
) -> Failure {
  var text = "SQLite says: \(message) (\(code))"
  if let sql { text += " in \(shortened(sql))" }
  let (diagnostic, remedy) = diagnosis(of: code, systemError)
  return Failure(diagnostic, text, at: SourceLocation(file: path), remedy: remedy)
}

private func diagnosis(of code: Int32, _ systemError: Int32) -> (DiagnosticCode, String?) {
  switch code & 0xFF {
  case SQLITE_FULL: (.sqliteFull, "free some space on the disk")
  case SQLITE_IOERR:
    systemError == ENOSPC || systemError == EDQUOT
      ? (.sqliteFull, "free some space on the disk") : (.sqliteIO, nil)
  case SQLITE_CORRUPT: (.sqliteCorrupt, nil)
  case SQLITE_NOTADB: (.sqliteNotADatabase, nil)
  case SQLITE_BUSY, SQLITE_LOCKED: (.sqliteBusy, "try again when the other process is done")
  case SQLITE_READONLY: (.sqliteReadOnly, nil)
  case SQLITE_CANTOPEN, SQLITE_PERM:
    switch systemError {
    case ENOENT, ENOTDIR: (.fileMissing, nil)
    case EACCES, EPERM: (.fileForbidden, "check the permissions of the file and its folder")
    case EISDIR: (.fileWrongKind, nil)
    case EMFILE, ENFILE: (.tooManyFiles, nil)
    default: (.sqliteCannotOpen, nil)
    }
  case SQLITE_CONSTRAINT: (.sqliteConstraint, nil)
  case SQLITE_INTERRUPT: (.sqliteInterrupted, nil)
  case SQLITE_AUTH: (.sqliteDenied, "a source may only read: write a SELECT")
  case SQLITE_TOOBIG: (.sqliteTooBig, nil)
  case SQLITE_ERROR: (.sqliteStatement, nil)
  default: (.sqliteFailed, nil)
  }
}

private func shortened(_ sql: String) -> String {
  let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return line.utf8.count <= 160 ? "“\(line)”" : "“\(line.prefix(150))…”"
}

/// The failure that a connection reports for its last call.
func sqliteFailure(_ code: Int32, of database: OpaquePointer?, sql: String? = nil, path: String)
  -> Failure
{
  var message = ""
  // A connection keeps the message of its last failing call only; any other code has a text too.
  if let database = unsafe database, unsafe sqlite3_errcode(database) & 0xFF == code & 0xFF {
    if let text = unsafe sqlite3_errmsg(database) { unsafe message = String(cString: text) }
  } else if let text = unsafe sqlite3_errstr(code) {
    unsafe message = String(cString: text)
  }
  let system = unsafe database == nil ? 0 : sqlite3_system_errno(database)
  return sqliteFailure(code, message: message, systemError: system, sql: sql, path: path)
}
