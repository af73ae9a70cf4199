package import FootlightPlatform

extension DiagnosticCode {
  /// The right to change the index was given back already.
  ///
  /// Remedy: ask the store for an indexer again; this is a mistake of the calling program.
  package static let indexerClosed = DiagnosticCode("index.closed", .caller)
  /// The folder that is named for an index, or a database in it, is somebody else's.
  ///
  /// Remedy: name a folder that is empty, is not there yet, or is an index, with `--index`.
  package static let indexForeign = DiagnosticCode("index.foreign", .caller)
  /// The catalog of the index cannot be read.
  ///
  /// Remedy: run `footlight sync`, which builds the index anew.
  package static let catalogDamaged = DiagnosticCode("index.catalog-damaged", .machine)
  /// A generation file is gone although the catalog names it.
  ///
  /// Remedy: run `footlight sync`, which builds the domain anew.
  package static let generationMissing = DiagnosticCode("index.generation-missing", .machine)
  /// A file does not read back as it was written.
  ///
  /// Remedy: look at the disk and the memory of the machine, then run it again.
  package static let generationUnfaithful = DiagnosticCode("index.unfaithful", .machine)
  /// The folder of the index, or a file in it, cannot be written.
  ///
  /// Remedy: check the permissions of the folder, or name another one with `--index`.
  package static let indexReadOnly = DiagnosticCode("index.read-only", .machine)
  /// Files lie in the folder of the index that belong to no live generation.
  ///
  /// Remedy: `footlight compact` deletes them, and so does the next build.
  package static let indexLeftovers = DiagnosticCode("index.leftovers", .machine)
}
