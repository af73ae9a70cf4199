package import FootlightPlatform

extension DiagnosticCode {
  /// An address that nothing can listen on.
  ///
  /// Remedy: write an IP address of this machine, or `localhost`.
  package static let listenAddress = DiagnosticCode("listen.address", .caller)
  /// Another program listens on the port or the socket.
  ///
  /// Remedy: end the other program, or choose another port; `--port 0` picks a free one.
  package static let listenTaken = DiagnosticCode("listen.taken", .machine)
  /// The operating system does not let it listen.
  ///
  /// Remedy: ports below 1024 need a right of their own; choose a higher one behind a proxy.
  package static let listenRefused = DiagnosticCode("listen.refused", .machine)
}
