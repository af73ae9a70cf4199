#if PostgresStore
  import CSystemPQ
  package import FootlightPlatform
  import Synchronization

  /// A connection to a PostgreSQL server, used by one thread, through libpq.
  ///
  /// No call waits without an end: connecting, each answer and each step of a copy have a limit of time, and a
  /// raised cancellation stops the statement that runs. Statements are prepared once and answered in binary.
  @safe
  package struct PostgresConnection: ~Copyable {
    let handle: OpaquePointer
    /// How long it waits; some statements take longer than others.
    package var limits: PostgresLimits
    /// The statements that are prepared, by their text.
    var prepared: [String: String] = [:]
    /// Stops a statement that runs.
    package let cancellation: Cancellation
    /// The meaning of states that functions of a schema raise themselves; nil for those of the server.
    package var ownStates: @Sendable (_ state: String, _ said: String) -> Failure? = { _, _ in nil }

    /// Connects.
    ///
    /// TLS with a checked certificate and name (`sslmode=verify-full`) unless the server is on a socket of this
    /// machine or on its loopback address; passwords come from a service file, a password file or the
    /// environment alone, which libpq reads by itself.
    ///
    /// C: PQconnectStartParams, PQsetNoticeReceiver.
    package init(
      _ address: PostgresAddress, limits: PostgresLimits = PostgresLimits(),
      cancellation: Cancellation = Cancellation()
    ) throws(Failure) {
      // Options before the address hold where it says nothing, those after it hold always, whatever
      // a service file or the environment says.
      var options: [(String, String)] = [
        ("keepalives_idle", "20"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
        ("tcp_user_timeout", String(limits.answerSeconds * 1_000)), ("dbname", address.text),
        ("client_encoding", "UTF8"), ("fallback_application_name", "footlight"),
        ("gssencmode", "disable"),
      ]
      options.insert(("sslmode", "verify-full"), at: address.isLoopback ? 0 : options.count)
      var names = unsafe options.map { unsafe UnsafePointer(strdup($0.0)) } + [nil]
      var values = unsafe options.map { unsafe UnsafePointer(strdup($0.1)) } + [nil]
      defer {
        unsafe (names + values).forEach { unsafe free(UnsafeMutableRawPointer(mutating: $0)) }
      }
      guard let made = unsafe PQconnectStartParams(&names, &values, 1) else {
        throw Failure(.storeUnreachable, "there is no memory for a connection to the store")
      }
      // Nothing that the server says besides goes to standard error.
      _ = unsafe PQsetNoticeReceiver(made, { _, _ in }, nil)
      do throws(Failure) {
        let seconds = limits.connectSeconds * address.mostHosts
        unsafe try PostgresConnection.complete(made, withinSeconds: seconds, cancellation)
        unsafe try PostgresConnection.checkTransport(made)
      } catch {
        unsafe PQfinish(made)
        throw error
      }
      _ = unsafe PQsetnonblocking(made, 1)
      unsafe handle = unsafe made
      self.limits = limits
      self.cancellation = cancellation
    }

    deinit {
      unsafe PQfinish(handle)
    }

    /// Whether it can be used no more.
    package var isBroken: Bool { unsafe PQstatus(handle) != CONNECTION_OK }

    /// Whether a transaction is open, or has failed and is not ended.
    package var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Sees a connection through that was begun.
    ///
    /// C: PQconnectPoll, whose socket can be another one after each step.
    private static func complete(
      _ handle: OpaquePointer, withinSeconds seconds: Int, _ cancellation: Cancellation
    ) throws(Failure) {
      var left = Int64(seconds) * 1_000
      var step = PGRES_POLLING_WRITING
      while unsafe PQstatus(handle) != CONNECTION_OK {
        let socket = unsafe PQsocket(handle)
        guard unsafe PQstatus(handle) != CONNECTION_BAD, step != PGRES_POLLING_FAILED, socket >= 0
        else { throw unsafe refusal(handle) }
        let events = Int16(step == PGRES_POLLING_READING ? POLLIN : POLLOUT)
        var waiting = pollfd(fd: socket, events: events, revents: 0)
        let began = SystemServices.system.monotonic()
        let found = unsafe poll(&waiting, 1, Int32(clamping: min(left, 100)))
        left -= max(1, (SystemServices.system.monotonic() - began) / 1_000_000)
        guard !cancellation.isCancelled else {
          throw Failure(.cancelled, "stopped before it was done")
        }
        guard left > 0 else {
          throw Failure(
            .storeUnreachable, "the store has not let anybody in for \(seconds) s",
            remedy: "check the address and the network; what was pulled is searched all the same")
        }
        if found > 0 { step = unsafe PQconnectPoll(handle) }
      }
    }

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
      guard !said.contains("SSL"), !said.contains("certificate") else {
        // The library goes on with the advice to check nothing.
        let fault = said.split(separator: " Either ").first.map(String.init) ?? said
        return Failure(
          .storeUnprotected, "the connection to the store cannot be protected: \(fault)",
          remedy: """
            put the certificate of its authority into ~/.postgresql/root.crt, or name it by sslrootcert; a server \
            on this machine takes sslmode=disable
            """)
      }
      return Failure(
        .storeUnreachable, "the store cannot be reached: \(said)",
        remedy: "check the address and the network; what was pulled is searched all the same")
    }

    /// Refuses where what is sent could be read or changed on its way.
    ///
    /// C: PQhostaddr, which tells where the connection leads, whatever the name was; PQsslInUse.
    private static func checkTransport(_ handle: OpaquePointer) throws(Failure) {
      let place = unsafe PQhostaddr(handle).map { unsafe String(cString: $0) } ?? ""
      // On a socket of this machine it is empty.
      guard !place.isEmpty, !PostgresAddress.loopback.contains(place),
        unsafe PQsslInUse(handle) == 0
      else { return }
      throw Failure(
        .storeUnprotected, "the connection to \(shortened(place)) would not be protected",
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

  extension PostgresConnection {
    /// Waits until the server has sent something, or takes something; false when `milliseconds` are over.
    ///
    /// C: PQsocket, poll.
    func wait(forWriting: Bool, milliseconds: Int64) throws(Failure) -> Bool {
      let socket = unsafe PQsocket(handle)
      guard socket >= 0 else { throw broken() }
      let events = Int16(POLLIN) | (forWriting ? Int16(POLLOUT) : 0)
      var waiting = pollfd(fd: socket, events: events, revents: 0)
      let time = Int32(clamping: max(0, milliseconds))
      let found = unsafe poll(&waiting, 1, time)
      return found > 0
    }

    /// Waits for the next step, at most as long as a step may take; a raised cancellation stops the statement.
    func waitForStep(forWriting: Bool) throws(Failure) {
      let slice: Int64 = 100
      var left = Int64(limits.answerSeconds) * 1_000
      while left > 0 {
        if try wait(forWriting: forWriting, milliseconds: min(slice, left)) { return }
        left -= slice
        if cancellation.isCancelled {
          cancelStatement()
          throw Failure(.cancelled, "stopped before it was done")
        }
      }
      cancelStatement()
      throw Failure(
        .storeSilent, "the store has not answered for \(limits.answerSeconds) s",
        remedy: "check the network and the server; what was pulled is searched all the same")
    }

    /// Asks the server to end what runs; who comes too late changes nothing.
    ///
    /// It is asked over a connection of its own, in a thread of its own: a server that has fallen silent takes
    /// no such question either.
    func cancelStatement() {
      guard let request = unsafe CancelRequest(handle) else { return }
      Workers.detach { request.send() }
      // A moment, so that it is sent also by a process that is about to end.
      for _ in 0..<20 where !request.isSent { SystemServices.system.sleep(10_000_000) }
    }

    /// Sends what waits to be sent.
    ///
    /// C: PQflush; what comes meanwhile is taken in, or both sides could wait for each other.
    func flush() throws(Failure) {
      while true {
        let code = unsafe PQflush(handle)
        if code == 0 { return }
        guard code > 0 else { throw broken() }
        try waitForStep(forWriting: true)
        guard unsafe PQconsumeInput(handle) != 0 else { throw broken() }
      }
    }

    /// That the server says more than there can be.
    func endless() -> Failure {
      Failure(
        .storeRefused, "the store answers without an end",
        remedy: "look at the address: there is another program behind it")
    }

    /// That the connection is gone.
    func broken() -> Failure {
      let said = unsafe shortened(PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? "")
      return Failure(
        .storeUnreachable, "the connection to the store is gone\(said.isEmpty ? "" : ": \(said)")",
        remedy: "try again; what was not published by then is as it was")
    }
  }

  /// Ends a statement from another thread.
  ///
  /// C: PQgetCancel, PQcancel, which may be called from any thread, and PQfreeCancel.
  @safe
  private final class CancelRequest: @unchecked Sendable {
    private let handle: OpaquePointer
    private let done = Atomic<Bool>(false)
    var isSent: Bool { done.load(ordering: .acquiring) }

    init?(_ connection: OpaquePointer) {
      guard let handle = unsafe PQgetCancel(connection) else { return nil }
      unsafe self.handle = unsafe handle
    }

    deinit {
      unsafe PQfreeCancel(handle)
    }

    func send() {
      var words = [CChar](repeating: 0, count: 256)
      _ = unsafe PQcancel(handle, &words, Int32(words.count))
      done.store(true, ordering: .releasing)
    }
  }

  extension PostgresConnection {
    /// Waits until somebody has notified a channel that is listened to; false when the time is over.
    ///
    /// The text of a notification is thrown away: it is a hint to look, and nothing more.
    ///
    /// C: PQconsumeInput, PQnotifies.
    package func waitForNotice(milliseconds: Int64) throws(Failure) -> Bool {
      if takeNotices() { return true }
      guard try wait(forWriting: false, milliseconds: milliseconds) else { return false }
      guard unsafe PQconsumeInput(handle) != 0 else { throw broken() }
      return takeNotices()
    }

    private func takeNotices() -> Bool {
      var isTold = false
      while let notice = unsafe PQnotifies(handle) {
        isTold = true
        unsafe PQfreemem(notice)
      }
      return isTold
    }
  }
#endif
