extension DiagnosticCode {
  /// A file or folder that does not exist.
  ///
  /// Remedy: check the spelling; relative paths begin in the folder of the call.
  package static let fileMissing = DiagnosticCode("file.missing", .caller)
  /// A path that names something else than what is needed: a folder, a pipe, a device.
  ///
  /// Remedy: name a regular file.
  package static let fileWrongKind = DiagnosticCode("file.wrong-kind", .caller)
  /// A path that no file can have: empty, too long, with a NUL, or a loop of links.
  ///
  /// Remedy: rename the file, or mend the link.
  package static let filePath = DiagnosticCode("file.path", .caller)
  /// A file that is larger than its reader accepts.
  ///
  /// Remedy: split the file, or convert it to JSON lines.
  package static let fileTooLarge = DiagnosticCode("file.too-large", .caller)
  /// A file or folder that exists already.
  ///
  /// Remedy: name another file, or remove this one.
  package static let fileExists = DiagnosticCode("file.exists", .caller)
  /// A file or folder that this user may not read or write.
  ///
  /// Remedy: check the permissions of the file and of the folders above it.
  package static let fileForbidden = DiagnosticCode("file.forbidden", .machine)
  /// No room on the disk, or the quota is used up.
  ///
  /// Remedy: free some space; `footlight compact` and `--wipe-first` help.
  package static let diskFull = DiagnosticCode("file.disk-full", .machine)
  /// The process or the machine has too many files open.
  ///
  /// Remedy: raise the limit of open files (`ulimit -n`).
  package static let tooManyFiles = DiagnosticCode("file.too-many-open", .machine)
  /// Any other failure of a file operation.
  ///
  /// Remedy: the message says what the system refused; look at the disk and its log.
  package static let fileFailed = DiagnosticCode("file.failed", .machine)
  /// Somebody else holds the lock.
  ///
  /// Remedy: wait for the other process with `--wait`; the message names it.
  package static let lockHeld = DiagnosticCode("lock.held", .machine)
  /// A program of Footlight, or another `footlight-NAME`, that is not installed.
  ///
  /// Remedy: install the Debian package of that name, or build the program with the trait that the message names.
  package static let programMissing = DiagnosticCode("program.missing", .machine)
  /// A program of Footlight that was built without what it is for.
  ///
  /// Remedy: install its Debian package, or build it with the trait that the message names.
  package static let programWithoutTrait = DiagnosticCode("program.without-trait", .machine)
  /// The caller gave up.
  ///
  /// Remedy: nothing is broken; run it again when you want it done.
  package static let cancelled = DiagnosticCode("cancelled", .interrupted)
  /// The folder for scratch files, TMPDIR or else /var/tmp, is missing or cannot be written.
  ///
  /// Remedy: set TMPDIR to a folder that is there and that this user may write.
  package static let scratchFolder = DiagnosticCode("file.no-scratch", .machine)
}

extension DiagnosticCode {
  /// A file holds bytes that are no text in the encoding that its mark or its declaration names.
  ///
  /// Remedy: name the encoding that it is in, with `encoding:`; `iconv -c` leaves out what is damaged.
  package static let textEncoding = DiagnosticCode("text.encoding", .caller)
}
