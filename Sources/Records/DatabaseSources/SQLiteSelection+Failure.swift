import DeclaredRecords
import FileHandles
import FootlightPlatform

extension SQLiteSelection {
  /// A failure of SQLite in the words of somebody who declares a source.
  func explained(_ failure: Failure, _ file: SourceFile) -> Failure {
    let diagnostics = failure.named(file).diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.location = diagnostic.location ?? SourceLocation(file: file.display)
      switch diagnostic.code {
      case .sqliteNotADatabase, .sqliteCorrupt:
        diagnostic.code = .sourceDamaged
        diagnostic.remedy =
          diagnostic.remedy ?? "check the file with `sqlite3 FILE 'pragma integrity_check'`"
      case .sqliteStatement, .sqliteDenied:
        diagnostic.code = .sourceSetting
        diagnostic.location = location ?? diagnostic.location
        diagnostic.remedy =
          diagnostic.remedy ?? "check the names of tables and columns in \(file.display)"
      case .sqliteTooBig:
        diagnostic.code = .recordTooLong
        diagnostic.remedy = "leave the row or the column out with a `query:`"
      case .sqliteReadOnly, .sqliteCannotOpen:
        diagnostic.remedy =
          diagnostic.remedy
          ?? "open the database once with the program that writes it, so that its log is applied"
      default: break
      }
      return diagnostic
    }
    return Failure(diagnostics) ?? failure
  }
}
