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

extension DiagnosticCode {
  /// A parameter that its route cannot read.
  ///
  /// Remedy: write a value of the kind that the message names; `/openapi.json` tells of all parameters.
  package static let requestParameter = DiagnosticCode("request.parameter", .caller)
  /// A body that is not what its route wants.
  ///
  /// Remedy: send JSON as `/openapi.json` describes it.
  package static let requestBody = DiagnosticCode("request.body", .caller)
  /// A request that cannot be understood.
  ///
  /// Remedy: send a request as RFC 9112 describes it.
  package static let requestMalformed = DiagnosticCode("request.malformed", .caller)
  /// A request of which a head or a body has not come in time.
  ///
  /// Remedy: send it whole, without pauses.
  package static let requestSlow = DiagnosticCode("request.slow", .caller)
  /// An address, or a body, that is too large.
  ///
  /// Remedy: send less at once.
  package static let requestTooLarge = DiagnosticCode("request.too-large", .caller)
  /// A cursor of a state that is no longer there.
  ///
  /// Remedy: begin again without a cursor.
  package static let cursorStale = DiagnosticCode("request.cursor-stale", .caller)
  /// A path that leads nowhere.
  ///
  /// Remedy: `/openapi.json` lists the paths.
  package static let routeUnknown = DiagnosticCode("route.unknown", .caller)
  /// A method that a path does not know.
  ///
  /// Remedy: use one of the methods in the header `Allow`.
  package static let routeMethod = DiagnosticCode("route.method", .caller)
  /// Nothing is recorded here.
  ///
  /// Remedy: take `activity: false` out of the declaration, or FOOTLIGHT_ACTIVITY out of the environment.
  package static let activityOff = DiagnosticCode("activity.off", .caller)
  /// A host that is not served.
  ///
  /// Remedy: start the server with `--allow-host HOST`.
  package static let hostUnknown = DiagnosticCode("host.unknown", .caller)
  /// A request without a valid key where one is needed.
  ///
  /// Remedy: make a key with `footlight key create`, and send it as `Authorization: Bearer KEY`.
  package static let keyNeeded = DiagnosticCode("key.needed", .caller)
  /// A key that does not allow what is asked.
  ///
  /// Remedy: make a key with that action, or for that domain.
  package static let keyForbids = DiagnosticCode("key.forbids", .caller)
  /// A page of another site that would write.
  ///
  /// Remedy: write from a program, or allow the origin with `--cors`.
  package static let crossSite = DiagnosticCode("request.cross-site", .caller)
  /// A server that writes nothing.
  ///
  /// Remedy: start it without `--read-only`.
  package static let readOnly = DiagnosticCode("serve.read-only", .caller)
  /// A server that has too much to do.
  ///
  /// Remedy: try again after the time that the header `Retry-After` names.
  package static let serverBusy = DiagnosticCode("serve.busy", .machine)
  /// Another address than loopback without any key.
  ///
  /// Remedy: make a key with `footlight key create`, or listen on loopback.
  package static let serveWithoutKey = DiagnosticCode("serve.without-key", .caller)
  /// An option of `serve` that cannot be.
  ///
  /// Remedy: write it as `footlight serve --help` tells.
  package static let serveOption = DiagnosticCode("serve.option", .caller)
}
