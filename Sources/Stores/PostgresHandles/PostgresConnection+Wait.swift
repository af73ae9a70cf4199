#if PostgresStore
  import CSystemPQ
  import FootlightPlatform
  import Synchronization

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
      for _ in 0..<20 where !request.isSent { World.system.sleep(10_000_000) }
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
#endif
