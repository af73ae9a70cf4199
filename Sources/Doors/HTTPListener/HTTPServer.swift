#if Complete
  import CMicroHTTPD
  import FootlightPlatform
  import Synchronization

  /// A running HTTP server: sockets, libmicrohttpd, and the threads that answer.
  final class HTTPServer: Sendable {
    /// The most connections that are served; those beyond are told to come back.
    static let mostConnections = 1024
    /// The most bytes of bodies that are in memory, of all connections together.
    static let mostBodyBytes = 256 << 20

    private let running: Mutex<[Daemon]>
    private let listener: RunningListener
    private let watch: BackgroundThread
    private let sockets: [ListeningSocket]

    /// Answers on these sockets until it is stopped.
    init(
      _ sockets: [ListeningSocket], _ service: any HTTPService, _ system: SystemServices = .system
    ) throws(Failure) {
      raiseOpenFiles(to: HTTPServer.mostConnections + 512)
      let listener = RunningListener(service, system)
      self.listener = listener
      self.sockets = sockets
      var daemons: [Daemon] = []
      for socket in sockets {
        guard let daemon = Daemon(socket, listener) else {
          daemons.forEach { $0.stop() }
          throw Failure(
            .listenRefused, "the HTTP server cannot start",
            remedy: "raise the limits of threads and open files (ulimit)")
        }
        daemons.append(daemon)
      }
      running = Mutex(daemons)
      watch = BackgroundThread {
        while !listener.isOver {
          listener.connections.expire { listener.tellTooSlow($0) }
          listener.connections.notice()
          usleep(100_000)
        }
      }
    }

    deinit {
      stop(within: 0)
    }

    /// The number of open connections.
    var connections: Int { listener.connections.count }

    /// Stops: what was asked is answered, as far as that takes no longer; returns whether all was.
    ///
    /// First every answer ends its connection, then no new connection is accepted, and when nobody is
    /// served any more the daemons end.
    @discardableResult
    func stop(within milliseconds: Int = 4_000) -> Bool {
      let daemons = running.withLock { running in
        defer { running = [] }
        return running
      }
      guard !daemons.isEmpty else { return true }
      listener.close()
      // Requests that lie in the buffers of the system were sent before: they are taken, too.
      if milliseconds > 0 { settle(quietFor: 3, atMost: 300) }
      daemons.forEach { $0.quiesce() }
      let isQuiet = settle(quietFor: milliseconds > 0 ? 3 : 1, atMost: max(200, milliseconds - 300))
      listener.end()
      watch.join()
      // A connection that rests must not meet the end of its daemon, which would abort the process. From now
      // on none begins to rest: where nobody is busy, none will. Otherwise the daemons stay as they are.
      guard isQuiet, settle(quietFor: 1, atMost: 200) else { return false }
      daemons.forEach { $0.stop() }
      listener.lanes.close()
      return true
    }

    /// Waits until nobody was served at so many looks in a row; false when that takes too long.
    @discardableResult
    private func settle(quietFor looks: Int, atMost milliseconds: Int) -> Bool {
      var quiet = 0
      for _ in 0..<max(looks, milliseconds / 25) {
        quiet = listener.connections.busy == 0 ? quiet + 1 : 0
        if quiet >= looks { return true }
        usleep(25_000)
      }
      return false
    }
  }

  /// A daemon of libmicrohttpd on one socket.
  ///
  /// Safe: its functions may be called from any thread; whoever takes it out of the list of those that run
  /// stops it, once. It keeps the listener of its callbacks until it has ended, and for good where it never does.
  @safe
  private struct Daemon: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let kept: Unmanaged<RunningListener>

    /// libmicrohttpd: MHD_start_daemon.
    init?(_ socket: ListeningSocket, _ listener: RunningListener) {
      let kept = unsafe Unmanaged.passRetained(listener)
      let made = unsafe footlight_mhd_start(
        socket.number, UInt32(min(2, Workers.processors)),
        UInt32(HTTPServer.mostConnections + 256), 96 << 10, 60,
        kept.toOpaque(), answerRequest, beginRequest, completeRequest, noticeConnection)
      guard let made = unsafe made else {
        unsafe kept.release()
        return nil
      }
      unsafe pointer = made
      unsafe self.kept = kept
    }

    /// Accepts no connection any more.
    ///
    /// Libmicrohttpd: MHD_quiesce_daemon.
    func quiesce() { _ = unsafe MHD_quiesce_daemon(pointer) }

    /// Ends it.
    ///
    /// Libmicrohttpd: MHD_stop_daemon.
    func stop() {
      unsafe MHD_stop_daemon(pointer)
      unsafe kept.release()
    }
  }

  /// Lets the process have so many files open, as far as it may.
  ///
  /// C: getrlimit, setrlimit.
  private func raiseOpenFiles(to wanted: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(files, &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
    unsafe setrlimit(files, &limit)
  }
#endif
