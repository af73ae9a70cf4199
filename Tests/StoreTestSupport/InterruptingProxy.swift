#if PostgresStore
  package import FootlightPlatform
  import Synchronization

  /// Stands between a client and a server on sockets, and cuts, delays or swallows what passes.
  ///
  /// Each piece that a client sends counts as one; so a test can have every one of them be the last.
  package final class InterruptingProxy: Sendable {
    /// What happens to the pieces from a client.
    package enum Fault: Sendable, Hashable {
      /// All pass.
      case none
      /// The connection is cut before this piece of a client reaches the server, counted over all connections.
      case cutBefore(Int)
      /// The connection is cut when this piece has reached the server, before its answer comes back.
      case cutAfter(Int)
      /// From this piece on nothing passes, and nobody is told.
      case swallowFrom(Int)
      /// The connection is cut when so many bytes of answers have come back.
      case cutAnswersAfter(Int)
      /// The same, but connections that are made afterwards pass.
      case cutOnceAfter(Int)
      /// When so many bytes of answers have come back nothing more does, and nobody is told.
      case swallowAnswersAfter(Int)
      /// Every piece waits for so many milliseconds.
      case delay(Int)
    }

    private let server: String
    private let listener: Int32
    /// The folder of the socket that clients use.
    package let folder: String
    /// A fault with what was counted for it, under one lock: a piece that comes late, such as the goodbye
    /// that a client sends and does not wait for, never meets half of an old fault and half of a new one.
    private struct Scene {
      var fault = Fault.none
      /// What is done at the moment of a cut, such as ending one of both sides.
      var atCut: @Sendable () -> Void = {}
      var pieces = 0
    }
    private let scene = Mutex(Scene())
    private let answered = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)

    /// Listens in a folder for clients of the server whose socket is in another one.
    package init(in folder: String, to server: String) throws(Failure) {
      self.folder = folder
      self.server = server
      listener = InterruptingProxy.newSocket()
      let path = folder + "/.s.PGSQL.5432"
      let code = unsafe InterruptingProxy.withAddress(path) { unsafe bind(listener, $0, $1) }
      guard code == 0, listen(listener, 64) == 0 else {
        throw Failure(.fileFailed, "the proxy cannot listen")
      }
      Workers.detach { self.accept() }
    }

    /// Stops listening.
    package func stop() {
      isOver.store(true, ordering: .relaxed)
      shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Sets what happens from now on, and begins to count; `cut` is called once, when a piece is the last.
    ///
    /// Waits for a cut that is happening.
    package func set(_ fault: Fault, atCut cut: @escaping @Sendable () -> Void = {}) {
      scene.withLock { $0 = Scene(fault: fault, atCut: cut) }
      answered.store(0, ordering: .relaxed)
    }

    /// How many pieces clients have sent since; waits for a cut that is happening.
    package var count: Int { scene.withLock(\.pieces) }

    /// How many bytes of answers have come back since.
    package var answeredBytes: Int { answered.load(ordering: .relaxed) }

    private func accept() {
      while !isOver.load(ordering: .relaxed) {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { break }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        Workers.detach { self.serve(client) }
      }
      close(listener)
    }

    private func serve(_ client: Int32) {
      let upstream = InterruptingProxy.newSocket()
      let code = unsafe InterruptingProxy.withAddress(server + "/.s.PGSQL.5432") {
        unsafe connect(upstream, $0, $1)
      }
      defer {
        close(client)
        close(upstream)
      }
      guard code == 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 64 << 10)
      while !isOver.load(ordering: .relaxed) {
        var waiting = [
          pollfd(fd: client, events: Int16(POLLIN), revents: 0),
          pollfd(fd: upstream, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&waiting, 2, 200) >= 0 else { return }
        if waiting[0].revents != 0 {
          let size = unsafe read(client, &bytes, bytes.count)
          guard size > 0 else { return }
          guard pass(bytes, size, to: upstream) else { return }
        }
        if waiting[1].revents != 0 {
          let size = unsafe read(upstream, &bytes, bytes.count)
          guard size > 0, passBack(bytes, size, to: client) else { return }
        }
      }
    }

    /// Passes a piece of a client on; false when the connection is cut.
    private func pass(_ bytes: [UInt8], _ size: Int, to server: Int32) -> Bool {
      let fault = scene.withLock { (scene) -> Fault? in
        scene.pieces += 1
        switch scene.fault {
        case .cutBefore(let last) where scene.pieces >= last:
          if scene.pieces == last { scene.atCut() }
          return nil
        case .cutAfter(let last) where scene.pieces >= last:
          guard scene.pieces == last else { return nil }
          _ = write(bytes, size, to: server)
          // It has time to do what it was told.
          usleep(20_000)
          scene.atCut()
          return nil
        case .swallowFrom(let first) where scene.pieces < first: return Fault.none
        default: return scene.fault
        }
      }
      switch fault {
      case nil: return false
      // Whoever sent it waits, and is told nothing.
      case .swallowFrom: return true
      case .delay(let milliseconds): usleep(UInt32(milliseconds) * 1_000)
      default: break
      }
      return write(bytes, size, to: server)
    }

    /// Passes a piece of an answer back; false when the connection is cut.
    private func passBack(_ bytes: [UInt8], _ size: Int, to client: Int32) -> Bool {
      let before = answered.wrappingAdd(size, ordering: .relaxed).oldValue
      switch scene.withLock(\.fault) {
      case .cutAnswersAfter(let limit) where before + size > limit:
        _ = write(bytes, max(0, limit - before), to: client)
        return false
      case .cutOnceAfter(let limit) where before <= limit && before + size > limit:
        _ = write(bytes, max(0, limit - before), to: client)
        return false
      case .swallowAnswersAfter(let limit) where before + size > limit:
        return write(bytes, max(0, limit - before), to: client)
      default: return write(bytes, size, to: client)
      }
    }

    private func write(_ bytes: [UInt8], _ size: Int, to descriptor: Int32) -> Bool {
      var start = 0
      while start < size {
        let written = unsafe bytes[start..<size].withUnsafeBytes {
          unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard written > 0 else { return false }
        start += written
      }
      return true
    }

    /// A socket that no program inherits, such as a server that is started again: it would keep it open.
    private static func newSocket() -> Int32 {
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    private static func withAddress(
      _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array(path.utf8)
      guard bytes.count < 107 else { return -1 }
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
        for (place, byte) in bytes.enumerated() { unsafe room[place] = byte }
      }
      return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }
#endif
