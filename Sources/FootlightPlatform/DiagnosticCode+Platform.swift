public import FootlightDiagnostics

extension DiagnosticCode {
  /// A file or folder that does not exist.
  public static let fileMissing = DiagnosticCode("file.missing", .caller)
  /// A path that names something else than what is needed: a folder, a pipe, a device.
  public static let fileWrongKind = DiagnosticCode("file.wrong-kind", .caller)
  /// A path that no file can have: empty, too long, with a NUL, or a loop of links.
  public static let filePath = DiagnosticCode("file.path", .caller)
  /// A file that is larger than its reader accepts.
  public static let fileTooLarge = DiagnosticCode("file.too-large", .caller)
  /// A path that leads out of the folders it may lead into.
  public static let fileOutside = DiagnosticCode("file.outside", .caller)
  /// A file or folder that exists already.
  public static let fileExists = DiagnosticCode("file.exists", .caller)
  /// A file or folder that this user may not read or write.
  public static let fileForbidden = DiagnosticCode("file.forbidden", .machine)
  /// No room on the disk, or the quota is used up.
  public static let diskFull = DiagnosticCode("file.disk-full", .machine)
  /// The process or the machine has too many files open.
  public static let tooManyFiles = DiagnosticCode("file.too-many-open", .machine)
  /// Any other failure of a file operation.
  public static let fileFailed = DiagnosticCode("file.failed", .machine)
  /// Somebody else holds the lock.
  public static let lockHeld = DiagnosticCode("lock.held", .machine)
  /// The caller gave up.
  public static let cancelled = DiagnosticCode("cancelled", .interrupted)
}
