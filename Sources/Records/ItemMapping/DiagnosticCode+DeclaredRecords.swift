public import FootlightPlatform

extension DiagnosticCode {
  /// The file is no YAML that a declaration may hold.
  ///
  /// Remedy: mend the YAML at the place that is named; quote text that begins with `{`, `[` or `*`.
  public static let declarationSyntax = DiagnosticCode("declaration.syntax", .caller)
  /// A key that no table knows.
  ///
  /// Remedy: write one of the keys above; the message proposes the nearest.
  public static let unknownKey = DiagnosticCode("declaration.unknown-key", .caller)
  /// A key that must be there is not.
  ///
  /// Remedy: write the key; the message says what it is for.
  public static let missingKey = DiagnosticCode("declaration.missing-key", .caller)
  /// A value of another type than its key wants.
  ///
  /// Remedy: write what the message wants; numbers and booleans stand without quotes.
  public static let wrongType = DiagnosticCode("declaration.wrong-type", .caller)
  /// A value outside what its key allows.
  ///
  /// Remedy: write a value that the message names.
  public static let badValue = DiagnosticCode("declaration.bad-value", .caller)
  /// A domain's name that breaks the rules for names.
  ///
  /// Remedy: use lower-case words with dots between them, such as `law.rules`.
  public static let badName = DiagnosticCode("declaration.bad-name", .caller)
  /// A kind of source that nobody offers.
  ///
  /// Remedy: write one of the kinds above; the message proposes the nearest.
  public static let unknownKind = DiagnosticCode("declaration.unknown-kind", .caller)
  /// A template that cannot be read.
  ///
  /// Remedy: close every `{`, write literal braces as `{{` and `}}`, and quote the template.
  public static let badTemplate = DiagnosticCode("declaration.bad-template", .caller)
  /// A filter that does not exist.
  ///
  /// Remedy: write one of the filters above; the message proposes the nearest.
  public static let unknownFilter = DiagnosticCode("declaration.unknown-filter", .caller)
  /// A list where text is wanted.
  ///
  /// Remedy: choose with `| first` or `| join: ', '`, or declare `type: list`.
  public static let listWhereText = DiagnosticCode("declaration.list-where-text", .caller)
  /// A path that leaves the folder of the declaration.
  ///
  /// Remedy: put the data beside the declaration, or grant it with `footlight allow DOMAIN`.
  public static let outsideFolder = DiagnosticCode("declaration.outside-folder", .caller)
  /// A source that does more than read files, without the permission for it.
  ///
  /// Remedy: read the declaration; if it may do that, grant it with `footlight allow DOMAIN`.
  public static let needsPermission = DiagnosticCode("declaration.needs-permission", .caller)
  /// A pattern of `links` that cannot be read, or an id that they do not make.
  ///
  /// Remedy: write `https://host/path/{part}` or `/path/{part}`, and use the parts of all patterns in `id`.
  public static let badLink = DiagnosticCode("declaration.bad-link", .caller)
  /// A domain that two files declare.
  ///
  /// Remedy: rename one of the two, or remove one of the files.
  public static let declaredTwice = DiagnosticCode("declaration.declared-twice", .caller)
}

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
  /// Remedy: run `footlight allow --install-log DOMAIN`.
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

extension DiagnosticCode {
  /// Records of a lookup cannot be read; what needs them lacks their values.
  ///
  /// Remedy: mend the records that are named.
  public static let lookupDamaged = DiagnosticCode("lookup.damaged", .caller)
  /// Several records of a lookup have one key, and it is declared to have one each.
  ///
  /// Remedy: write `many: true` and `{NAME[].FIELD}`, or make the keys different.
  public static let lookupRepeated = DiagnosticCode("lookup.repeated", .caller)
  /// A record yields no id.
  ///
  /// Remedy: mend the record, or leave it out with `skip_when`; `tolerate` endures some.
  public static let missingID = DiagnosticCode("record.missing-id", .caller)
  /// A record yields no title.
  ///
  /// Remedy: mend the record, or give the title a `default`; `tolerate` endures some.
  public static let missingTitle = DiagnosticCode("record.missing-title", .caller)
  /// A field holds a list or an object where text is wanted.
  ///
  /// Remedy: name what is in it: `a.b`, `a[0]`, `a[]`.
  public static let recordNotText = DiagnosticCode("record.not-text", .caller)
  /// A value cannot be read as what the declaration says it is.
  ///
  /// Remedy: mend the value, or convert it with a filter such as `number` or `date`.
  public static let recordValue = DiagnosticCode("record.value", .caller)
  /// A `map` does not hold a value and there is no `else`.
  ///
  /// Remedy: add the value to `map`, or write `else:`.
  public static let recordNotMapped = DiagnosticCode("record.not-mapped", .caller)
  /// An item would be too large.
  ///
  /// Remedy: let the templates repeat less, or cut with `| truncate:`.
  public static let itemTooLarge = DiagnosticCode("record.too-large", .caller)
  /// A lookup finds so much for the records that memory would not hold it.
  ///
  /// Remedy: look for a key that fewer of its records have.
  public static let lookupTooLarge = DiagnosticCode("lookup.too-large", .caller)
}
