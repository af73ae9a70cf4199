package import FootlightPlatform

extension DiagnosticCode {
  /// There is no session bus, or it lets nobody in.
  ///
  /// Remedy: run it within a desktop session; over ssh `dbus-run-session` starts a bus of its own.
  package static let busUnreachable = DiagnosticCode("bus.unreachable", .machine)
  /// The bus has closed the connection, as at the end of a session.
  ///
  /// Remedy: nothing is broken; the next session has a bus of its own.
  package static let busClosed = DiagnosticCode("bus.closed", .machine)
  /// The bus, or who was called over it, has refused or not answered.
  ///
  /// Remedy: the message says what was refused; `footlight desktop status` looks at everything.
  package static let busRefused = DiagnosticCode("bus.refused", .machine)
}
