public import FootlightDiagnostics

extension DiagnosticCode {
  /// A file or folder of a source is not there, or no file matches.
  public static let sourceMissing = DiagnosticCode("source.missing", .caller)
  /// A path or a symbolic link leads out of the declaration's folder.
  public static let sourceOutside = DiagnosticCode("source.outside", .caller)
  /// A setting of a source cannot be used.
  public static let sourceSetting = DiagnosticCode("source.setting", .caller)
  /// The paths of a mapping are too many.
  public static let sourcePaths = DiagnosticCode("source.paths", .caller)
  /// A file as a whole is not what its kind says; no record of it can be trusted.
  public static let sourceDamaged = DiagnosticCode("source.damaged", .caller)
  /// A file has no header, or one that names a column twice.
  public static let sourceHeader = DiagnosticCode("source.header", .caller)
  /// The mapping uses a column that no file has.
  public static let sourceColumn = DiagnosticCode("source.column", .caller)
  /// A file changed while it was read.
  public static let sourceChanged = DiagnosticCode("source.changed", .machine)
  /// One record cannot be read; the others can.
  public static let recordUnreadable = DiagnosticCode("record.unreadable", .caller)
  /// A value that is used is not valid UTF-8.
  public static let recordEncoding = DiagnosticCode("record.encoding", .caller)
  /// A record is larger than the limit.
  public static let recordTooLong = DiagnosticCode("record.too-long", .caller)
}
