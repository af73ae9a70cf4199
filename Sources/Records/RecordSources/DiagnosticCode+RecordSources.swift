public import FootlightPlatform

extension DiagnosticCode {
  /// A file or folder of a source is not there, or no file matches.
  ///
  /// Remedy: make the file or folder, or correct `path`.
  public static let sourceMissing = DiagnosticCode("source.missing", .caller)
  /// A path or a symbolic link leads out of the declaration's folder.
  ///
  /// Remedy: move the data below the folder, or allow it with `footlight allow DOMAIN`.
  public static let sourceOutside = DiagnosticCode("source.outside", .caller)
  /// A setting of a source cannot be used.
  ///
  /// Remedy: write what the message says.
  public static let sourceSetting = DiagnosticCode("source.setting", .caller)
  /// The paths of a mapping are too many.
  ///
  /// Remedy: use fewer or shorter paths in the templates.
  public static let sourcePaths = DiagnosticCode("source.paths", .caller)
  /// A file as a whole is not what its kind says; no record of it can be trusted.
  ///
  /// Remedy: restore the file, or correct `kind`.
  public static let sourceDamaged = DiagnosticCode("source.damaged", .caller)
  /// A file has no header, or one that names a column twice.
  ///
  /// Remedy: give every column a name of its own, or name them with `columns:`.
  public static let sourceHeader = DiagnosticCode("source.header", .caller)
  /// The mapping uses a column that no file has.
  ///
  /// Remedy: correct the name, or say with `default` what stands in its place.
  public static let sourceColumn = DiagnosticCode("source.column", .caller)
  /// The changes of a table are declared to be logged, and the log is not what it should be; all
  /// rows were read and compared.
  ///
  /// Remedy: run `footlight source install DOMAIN`.
  public static let sourceUnlogged = DiagnosticCode("source.unlogged", .caller)
  /// Another program holds a database for itself; its rows were read from a private copy.
  ///
  /// Remedy: none is needed; end the other program to have the database itself read.
  public static let sourceCopied = DiagnosticCode("source.copied", .machine)
  /// A program that should print records failed, or went beyond its limits.
  ///
  /// Remedy: run it by hand in the declaration's folder; if it is right, raise the limit that is named.
  public static let sourceProgram = DiagnosticCode("source.program", .caller)
  /// The program that reads a foreign format crashed, hung, went beyond its limits, or printed what cannot be.
  ///
  /// Remedy: check the file that is named; raise the limit if one was too low.
  public static let sourceReader = DiagnosticCode("source.reader", .caller)
  /// A document of the web could not be fetched; the index stays as it is.
  ///
  /// Remedy: what the message says; a host must be one that the declaration names.
  public static let sourceFetch = DiagnosticCode("source.fetch", .machine)
  /// This system cannot lock in the program that reads a foreign format: it runs with its limits alone.
  ///
  /// Remedy: read files that you trust, or use a Linux with Landlock and seccomp.
  public static let sourceUnconfined = DiagnosticCode("source.unconfined", .machine)
  /// A file changed while it was read.
  ///
  /// Remedy: run it again when nobody writes the file.
  public static let sourceChanged = DiagnosticCode("source.changed", .machine)
  /// One record cannot be read; the others can.
  ///
  /// Remedy: mend the record at the place that is named; `tolerate` endures some.
  public static let recordUnreadable = DiagnosticCode("record.unreadable", .caller)
  /// A value that is used is not valid UTF-8.
  ///
  /// Remedy: convert the file to UTF-8.
  public static let recordEncoding = DiagnosticCode("record.encoding", .caller)
  /// A record is larger than the limit.
  ///
  /// Remedy: look for a quotation mark or bracket that is not closed at this place.
  public static let recordTooLong = DiagnosticCode("record.too-long", .caller)
}
