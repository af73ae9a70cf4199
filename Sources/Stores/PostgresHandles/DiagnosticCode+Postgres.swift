package import FootlightPlatform

extension DiagnosticCode {
  /// The address of a store cannot be read.
  ///
  /// Remedy: write it as `postgresql://HOST/DATABASE`, in `footlight.yaml` or after `--store`.
  package static let storeAddress = DiagnosticCode("store.address", .caller)
  /// The address of a store holds a password.
  ///
  /// Remedy: put it into `~/.pgpass`, or name a service file or `PGPASSFILE`.
  package static let storePassword = DiagnosticCode("store.password", .caller)
  /// The connection would not be protected by a checked certificate.
  ///
  /// Remedy: leave `sslmode` out of the address, and name the authority by `sslrootcert`.
  package static let storeUnprotected = DiagnosticCode("store.unprotected", .caller)
  /// The store cannot be reached, or the connection has gone.
  ///
  /// Remedy: check the address, the network and the server; what was pulled is searched all the same.
  package static let storeUnreachable = DiagnosticCode("store.unreachable", .machine)
  /// The store has not answered in time.
  ///
  /// Remedy: check the network and the server, and try again.
  package static let storeSilent = DiagnosticCode("store.silent", .machine)
  /// The store lets nobody in with this name.
  ///
  /// Remedy: check the user's name and its password.
  package static let storeLogin = DiagnosticCode("store.login", .caller)
  /// The role has no right to do it.
  ///
  /// Remedy: ask for the role `footlight_reader`, `footlight_builder` or `footlight_sweeper`.
  package static let storeForbidden = DiagnosticCode("store.forbidden", .caller)
  /// The database holds no store.
  ///
  /// Remedy: have its owner run `footlight store init`.
  package static let storeBlank = DiagnosticCode("store.blank", .caller)
  /// The store has another format than this program knows.
  ///
  /// Remedy: use the newer program, or have the owner run `footlight store init` with it.
  package static let storeFormat = DiagnosticCode("store.format", .machine)
  /// Somebody else has changed the same at the same moment.
  ///
  /// Remedy: try again.
  package static let storeBusy = DiagnosticCode("store.busy", .machine)
  /// The store has no room: disk, memory or connections.
  ///
  /// Remedy: look at the server.
  package static let storeFull = DiagnosticCode("store.full", .machine)
  /// The server, or a worker of it, has failed.
  ///
  /// Remedy: look at its log, its disk and its workers.
  package static let storeDamaged = DiagnosticCode("store.failed", .machine)
  /// The server has refused a statement.
  ///
  /// Remedy: look at its log; another version of the store may need another program.
  package static let storeRefused = DiagnosticCode("store.refused", .machine)
  /// The server lacks an extension.
  ///
  /// Remedy: install it on the server, or run `footlight store init` without `--citus`.
  package static let storeExtension = DiagnosticCode("store.extension", .caller)
}
