package import FootlightPlatform

extension DiagnosticCode {
  /// The disk is full (SQLITE_FULL).
  ///
  /// Remedy: free some space on the disk.
  package static let sqliteFull = DiagnosticCode("sqlite.full", .machine)
  /// The disk failed to read or write (SQLITE_IOERR).
  ///
  /// Remedy: look at the disk and its log.
  package static let sqliteIO = DiagnosticCode("sqlite.io", .machine)
  /// The file is a damaged database (SQLITE_CORRUPT).
  ///
  /// Remedy: restore the file; an index is built anew by `footlight sync`.
  package static let sqliteCorrupt = DiagnosticCode("sqlite.corrupt", .machine)
  /// The file is no database at all (SQLITE_NOTADB).
  ///
  /// Remedy: check that `path` names a database.
  package static let sqliteNotADatabase = DiagnosticCode("sqlite.not-a-database", .machine)
  /// Somebody else is writing, longer than the busy timeout (SQLITE_BUSY, SQLITE_LOCKED).
  ///
  /// Remedy: wait until the other program is done.
  package static let sqliteBusy = DiagnosticCode("sqlite.busy", .machine)
  /// The database or its folder cannot be written (SQLITE_READONLY).
  ///
  /// Remedy: check the permissions of the file and of its folder.
  package static let sqliteReadOnly = DiagnosticCode("sqlite.read-only", .machine)
  /// The file exists and cannot be opened (SQLITE_CANTOPEN).
  ///
  /// Remedy: check that the file and its folder may be read; SQLite needs to write beside it.
  package static let sqliteCannotOpen = DiagnosticCode("sqlite.cannot-open", .machine)
  /// A constraint of the schema forbids it (SQLITE_CONSTRAINT).
  ///
  /// Remedy: the message says which rule of the schema it breaks.
  package static let sqliteConstraint = DiagnosticCode("sqlite.constraint", .caller)
  /// The statement was interrupted (SQLITE_INTERRUPT).
  ///
  /// Remedy: nothing is broken; run it again when you want it done.
  package static let sqliteInterrupted = DiagnosticCode("sqlite.interrupted", .interrupted)
  /// The statement took more steps than it was given.
  ///
  /// Remedy: look for a join or a recursion without end, add an index, or raise `step_limit`.
  package static let sqliteSteps = DiagnosticCode("sqlite.steps", .caller)
  /// The connection does not permit it (SQLITE_AUTH).
  ///
  /// Remedy: ask for data only: sources may not change a database or attach another.
  package static let sqliteDenied = DiagnosticCode("sqlite.denied", .caller)
  /// A text or blob is larger than SQLite holds (SQLITE_TOOBIG).
  ///
  /// Remedy: leave the column out with a `query:`.
  package static let sqliteTooBig = DiagnosticCode("sqlite.too-big", .caller)
  /// The SQL cannot be run: a wrong word, an unknown table or column (SQLITE_ERROR).
  ///
  /// Remedy: mend the `query:`; the message is SQLite's own.
  package static let sqliteStatement = DiagnosticCode("sqlite.statement", .caller)
  /// A setting that SQLite did not take.
  ///
  /// Remedy: use an SQLite that is built with its usual options.
  package static let sqlitePragma = DiagnosticCode("sqlite.pragma", .machine)
  /// Anything else.
  ///
  /// Remedy: the message is SQLite's own.
  package static let sqliteFailed = DiagnosticCode("sqlite.failed", .machine)
}

extension DiagnosticCode {
  /// Text that is not YAML.
  ///
  /// Remedy: look at the place that is named, and at the indentation of the lines before it.
  package static let yamlSyntax = DiagnosticCode("yaml.syntax", .caller)
  /// Bytes that are no valid UTF-8, or a control character.
  ///
  /// Remedy: save the file as UTF-8.
  package static let yamlCharacter = DiagnosticCode("yaml.character", .caller)
  /// A key that its mapping holds already.
  ///
  /// Remedy: remove one of the two.
  package static let yamlDuplicateKey = DiagnosticCode("yaml.duplicate-key", .caller)
  /// A list or a mapping in the place of a key.
  ///
  /// Remedy: put text that begins with `{` or `[` in quotes.
  package static let yamlKeyNotScalar = DiagnosticCode("yaml.key-not-scalar", .caller)
  /// An anchor (`&name`) or an alias (`*name`).
  ///
  /// Remedy: write the value out, or put the text in quotes.
  package static let yamlAnchor = DiagnosticCode("yaml.anchor", .caller)
  /// A tag (`!name`).
  ///
  /// Remedy: remove it, or put the text in quotes.
  package static let yamlTag = DiagnosticCode("yaml.tag", .caller)
  /// A `%YAML` or `%TAG` directive that asks for something else than plain YAML.
  ///
  /// Remedy: remove the directive.
  package static let yamlDirective = DiagnosticCode("yaml.directive", .caller)
  /// Deeper, longer or with more nodes than the limits allow.
  ///
  /// Remedy: split the file.
  package static let yamlTooLarge = DiagnosticCode("yaml.too-large", .caller)
}

extension DiagnosticCode {
  /// This build of Footlight was made without what unpacks .gz and .zst files.
  ///
  /// Remedy: install the packages that the message names and build with the trait `Complete`, or unpack the file.
  package static let packedUnavailable = DiagnosticCode("packed.unavailable", .caller)
  /// A packed file is damaged, cut off, or not packed in the way that its name says.
  ///
  /// Remedy: fetch or pack the file again; `gzip -t` and `zstd -t` check it.
  package static let packedDamaged = DiagnosticCode("packed.damaged", .caller)
  /// A packed file would become far larger than files of its size do: larger than 64 GB, or more than
  /// 250 times as large as it is.
  ///
  /// Remedy: unpack the file, if that is right, and name the unpacked one.
  package static let packedTooLarge = DiagnosticCode("packed.too-large", .caller)
}
