#if PostgresStore
  import CSystemPQ
  package import FootlightDiagnostics
  package import FootlightPlatform

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A connection to a PostgreSQL server, used by one thread, through libpq.
  ///
  /// No call waits without an end: connecting, each answer and each step of a copy have a limit of time, and a
  /// raised cancellation stops the statement that runs. Statements are prepared once and answered in binary.
  @safe
  package struct PostgresConnection: ~Copyable {
    let handle: OpaquePointer
    let limits: PostgresLimits
    /// The statements that are prepared, by their text.
    var prepared: [String: String] = [:]
    /// What stops a statement that runs.
    package var cancellation = Cancellation()
    /// What states mean that functions of a schema raise themselves; nil for those of the server.
    package var ownStates: @Sendable (_ state: String, _ said: String) -> Failure? = { _, _ in nil }

    /// Connects.
    ///
    /// TLS with a checked certificate and name (`sslmode=verify-full`) unless the server is on a socket of this
    /// machine or on its loopback address; passwords come from a service file, a password file or the
    /// environment alone, which libpq reads by itself.
    ///
    /// C: PQconnectdbParams with `connect_timeout`, which is a limit for each host.
    package init(
      _ address: PostgresAddress, limits: PostgresLimits = PostgresLimits()
    ) throws(Failure) {
      // What stands before the address holds where it says nothing, what stands behind it holds always.
      let options: [(String, String)] = [
        ("sslmode", "verify-full"), ("connect_timeout", String(limits.connectSeconds)),
        ("keepalives_idle", "20"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
        ("tcp_user_timeout", String(limits.answerSeconds * 1_000)), ("dbname", address.text),
        ("client_encoding", "UTF8"), ("fallback_application_name", "footlight"),
      ]
      var names = unsafe options.map { unsafe UnsafePointer(strdup($0.0)) } + [nil]
      var values = unsafe options.map { unsafe UnsafePointer(strdup($0.1)) } + [nil]
      defer {
        unsafe (names + values).forEach { unsafe free(UnsafeMutableRawPointer(mutating: $0)) }
      }
      guard let made = unsafe PQconnectdbParams(&names, &values, 1) else {
        throw Failure(.storeUnreachable, "there is no memory for a connection to the store")
      }
      guard unsafe PQstatus(made) == CONNECTION_OK else {
        let failure = unsafe PostgresConnection.refusal(made)
        unsafe PQfinish(made)
        throw failure
      }
      if let failure = unsafe PostgresConnection.unsafeTransport(made) {
        unsafe PQfinish(made)
        throw failure
      }
      _ = unsafe PQsetnonblocking(made, 1)
      // Nothing that the server says besides goes to standard error.
      _ = unsafe PQsetNoticeReceiver(made, { _, _ in }, nil)
      unsafe handle = unsafe made
      self.limits = limits
    }

    deinit {
      unsafe PQfinish(handle)
    }

    /// Whether it can be used no more.
    package var isBroken: Bool { unsafe PQstatus(handle) != CONNECTION_OK }

    /// Whether a transaction is open, or has failed and is not ended.
    package var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Why a connection was refused.
    private static func refusal(_ handle: OpaquePointer) -> Failure {
      let said = unsafe shortened(PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? "")
      let isLogin =
        unsafe PQconnectionNeedsPassword(handle) != 0 || said.contains("authentication")
        || said.contains("pg_hba.conf") || said.contains("role \"")
      guard !isLogin else {
        return Failure(
          .storeLogin, "the store lets nobody in with this name: \(said)",
          remedy:
            "check the user's name, and the password in ~/.pgpass, the service file or PGPASSFILE")
      }
      return Failure(
        .storeUnreachable, "the store cannot be reached: \(said)",
        remedy: "check the address and the network; what was pulled is searched all the same")
    }

    /// Why what is sent could be read or changed on its way; nil where it cannot.
    ///
    /// C: PQhost, PQsslInUse, PQconninfo, which tells the options in force, wherever they were set.
    private static func unsafeTransport(_ handle: OpaquePointer) -> Failure? {
      let host = unsafe PQhost(handle).map { unsafe String(cString: $0) } ?? ""
      if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") { return nil }
      if ["localhost", "127.0.0.1", "::1"].contains(host) { return nil }
      var mode = ""
      if let list = unsafe PQconninfo(handle) {
        mode = unsafe PostgresAddress.settings(list).first { $0.name == "sslmode" }?.value ?? ""
        unsafe PQconninfoFree(list)
      }
      let isEncrypted = unsafe PQsslInUse(handle) != 0
      guard mode != "verify-full" || !isEncrypted else { return nil }
      return Failure(
        .storeUnprotected, "the connection to \(host) would be protected by sslmode=\(mode) only",
        remedy: "leave sslmode out, which means verify-full, and name the authority by sslrootcert")
    }
  }

  /// How long a connection waits.
  package struct PostgresLimits: Sendable, Hashable {
    /// For a connection, for each host.
    package var connectSeconds = 10
    /// For an answer, and for each step of a copy.
    package var answerSeconds = 60

    /// The usual ones.
    package init() {}

    /// Others.
    package init(connectSeconds: Int, answerSeconds: Int) {
      self.connectSeconds = connectSeconds
      self.answerSeconds = answerSeconds
    }
  }
#endif
