package import FootlightPlatform

extension DiagnosticCode {
  /// The index was written by a newer version of this program.
  ///
  /// Remedy: use the newer program, or name another folder with `--index`.
  package static let indexNewer = DiagnosticCode("index.newer", .machine)
  /// `user.sqlite`, which holds what cannot be derived again, is damaged.
  ///
  /// Remedy: put a copy of the file in its place; without one delete it, and allow again what was
  /// allowed.
  package static let userDataDamaged = DiagnosticCode("index.user-data-damaged", .machine)
  /// `user.sqlite` cannot be written by this user.
  ///
  /// Remedy: check the permissions of the file and of its folder.
  package static let userDataReadOnly = DiagnosticCode("index.user-data-read-only", .machine)
  /// `user.sqlite` was written by an earlier version of this program, and this user may not write it.
  ///
  /// Remedy: let somebody who may write there run `footlight status` once.
  package static let userDataOld = DiagnosticCode("index.user-data-old", .machine)
  /// `user.sqlite` is missing or empty, although programs have pushed records or something else was
  /// stored in it.
  ///
  /// Remedy: `footlight restore-user` brings the last copy back; without one, put a copy of your own
  /// in its place, or accept the loss with `footlight sync --forget-pushed`.
  package static let userDataMissing = DiagnosticCode("index.user-data-missing", .machine)
  /// The state that a program stores with a batch is longer than 250 bytes.
  ///
  /// Remedy: store a token or a hash instead of the whole.
  package static let clientStateTooLong = DiagnosticCode("index.state-too-long", .caller)
  /// Another state is stored for a batch than the program expected.
  ///
  /// Remedy: ask for the last state, and push again what follows it.
  package static let clientStateConflict = DiagnosticCode("index.state-conflict", .caller)
}
