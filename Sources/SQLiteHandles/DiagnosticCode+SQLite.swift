public import FootlightDiagnostics

extension DiagnosticCode {
  /// The disk is full (SQLITE_FULL).
  public static let sqliteFull = DiagnosticCode("sqlite.full", .machine)
  /// The disk failed to read or write (SQLITE_IOERR).
  public static let sqliteIO = DiagnosticCode("sqlite.io", .machine)
  /// The file is a damaged database (SQLITE_CORRUPT).
  public static let sqliteCorrupt = DiagnosticCode("sqlite.corrupt", .machine)
  /// The file is no database at all (SQLITE_NOTADB).
  public static let sqliteNotADatabase = DiagnosticCode("sqlite.not-a-database", .machine)
  /// Somebody else is writing, longer than the busy timeout (SQLITE_BUSY, SQLITE_LOCKED).
  public static let sqliteBusy = DiagnosticCode("sqlite.busy", .machine)
  /// The database or its folder cannot be written (SQLITE_READONLY).
  public static let sqliteReadOnly = DiagnosticCode("sqlite.read-only", .machine)
  /// The file exists and cannot be opened (SQLITE_CANTOPEN).
  public static let sqliteCannotOpen = DiagnosticCode("sqlite.cannot-open", .machine)
  /// A constraint of the schema forbids it (SQLITE_CONSTRAINT).
  public static let sqliteConstraint = DiagnosticCode("sqlite.constraint", .caller)
  /// The statement was interrupted (SQLITE_INTERRUPT).
  public static let sqliteInterrupted = DiagnosticCode("sqlite.interrupted", .interrupted)
  /// The statement took more steps than it was given.
  public static let sqliteSteps = DiagnosticCode("sqlite.steps", .caller)
  /// The connection does not permit it (SQLITE_AUTH).
  public static let sqliteDenied = DiagnosticCode("sqlite.denied", .caller)
  /// A text or blob is larger than SQLite holds (SQLITE_TOOBIG).
  public static let sqliteTooBig = DiagnosticCode("sqlite.too-big", .caller)
  /// The SQL cannot be run: a wrong word, an unknown table or column (SQLITE_ERROR).
  public static let sqliteStatement = DiagnosticCode("sqlite.statement", .caller)
  /// A setting that SQLite did not take.
  public static let sqlitePragma = DiagnosticCode("sqlite.pragma", .machine)
  /// A row that should be there is not.
  public static let sqliteMissingRow = DiagnosticCode("sqlite.missing-row", .machine)
  /// Anything else.
  public static let sqliteFailed = DiagnosticCode("sqlite.failed", .machine)
}
