import FootlightPlatform

#if Complete
  // Its header declares the addresses of sockets, too: whoever reads them must see that declaration.
  import CMicroHTTPD
#endif
/// A socket that listens; a Unix socket is removed with its owner.
final class ListeningSocket: Sendable {
  let number: Int32
  /// Where a Unix socket lies.
  private let path: String?
  /// The file that it made there.
  private let made: FileStatus?

  private init(_ number: Int32, path: String? = nil, made: FileStatus? = nil) {
    self.number = number
    self.path = path
    self.made = made
  }

  deinit {
    close(number)
    // Another server may have taken the place meanwhile.
    if let path, let made, let there = try? FileStatus.of(path), there.inode == made.inode {
      unsafe unlink(path)
    }
  }

  /// Listens on an IP address, or on both loopback addresses for `localhost`; port 0 picks one.
  ///
  /// C: getaddrinfo, socket, bind, listen.
  static func tcp(_ address: String, port: Int) throws(Failure) -> [ListeningSocket] {
    guard address == "localhost" else { return [try bound(address, port)] }
    var last: Failure?
    // A free port of one family may be taken in the other one.
    for _ in 0..<(port == 0 ? 16 : 1) {
      let first = try bound("127.0.0.1", port)
      do throws(Failure) {
        return [first, try bound("::1", first.port ?? port)]
      } catch {
        // A machine without IPv6 has one loopback address.
        guard error.concerns([.listenTaken]) else { return [first] }
        last = error
      }
    }
    throw last ?? Failure(.listenTaken, "no port is free on both loopback addresses")
  }

  private static func bound(_ address: String, _ port: Int) throws(Failure) -> ListeningSocket {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    unsafe hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(address, String(port), &hints, &list)
    guard code == 0, let found = unsafe list
    else {
      throw Failure(
        .listenAddress, "'\(address)' is no IP address",
        remedy: "write an IP address of this machine, or localhost")
    }
    defer { unsafe freeaddrinfo(found) }
    let number = unsafe socket(found.pointee.ai_family, streamSocket, 0)
    guard number >= 0 else { throw refused(errno, "\(address), port \(port)") }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    if unsafe found.pointee.ai_family == AF_INET6 {
      unsafe setsockopt(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size)
    }
    guard unsafe bind(number, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(number, backlog) == 0
    else {
      let code = errno
      close(number)
      throw refused(code, "\(address), port \(port)")
    }
    return ListeningSocket(number)
  }

  /// Listens on a Unix socket that only this user may open; one that a dead server left is replaced.
  ///
  /// C: socket, umask, bind, listen.
  static func unix(_ path: String) throws(Failure) -> ListeningSocket {
    let place = try unixAddress(path)
    if let there = try FileStatus.of(path) {
      guard there.kind != .file, there.kind != .folder else {
        throw Failure(
          .fileExists, "this is no socket", at: SourceLocation(file: path),
          remedy: "move it away, or choose another name")
      }
      let probe = socket(AF_UNIX, streamSocket, 0)
      defer { close(probe) }
      let code = unsafe withAddress(place) { unsafe connect(probe, $0, $1) } == 0 ? 0 : errno
      guard code == ECONNREFUSED else {
        throw Failure(
          .listenTaken, "another program listens on this socket",
          at: SourceLocation(file: path), remedy: "end it, or choose another socket")
      }
      unsafe unlink(path)
    }
    let number = socket(AF_UNIX, streamSocket, 0)
    guard number >= 0 else { throw refused(errno, path) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let before = umask(0o177)
    let isBound = unsafe withAddress(place) { unsafe bind(number, $0, $1) } == 0
    let code = errno
    umask(before)
    guard isBound, listen(number, backlog) == 0 else {
      close(number)
      throw refused(isBound ? errno : code, path)
    }
    return ListeningSocket(number, path: path, made: try FileStatus.of(path))
  }

  /// The sockets that whoever started the process has opened for it: socket activation as systemd does
  /// it (sd_listen_fds(3)).
  static func inherited(_ system: SystemServices) -> [ListeningSocket] {
    guard system.environment("LISTEN_PID") == String(getpid()),
      let count = system.environment("LISTEN_FDS").flatMap({ Int32($0) }), (1...64).contains(count)
    else { return [] }
    return (3..<3 + count).map { number in
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      return ListeningSocket(number)
    }
  }

  /// The port of a TCP socket; nil for a Unix socket.
  ///
  /// C: getsockname.
  var port: Int? { named?.port }

  /// The IP address of a TCP socket; nil for a Unix socket.
  var address: String? { named?.address }

  private var named: (address: String, port: Int)? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: 128)
    var service = [CChar](repeating: 0, count: 16)
    let code = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard unsafe getsockname(number, address, &size) == 0,
          unsafe [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family))
        else { return Int32(-1) }
        return unsafe getnameinfo(
          address, size, &host, socklen_t(host.count), &service, socklen_t(service.count),
          NI_NUMERICHOST | NI_NUMERICSERV)
      }
    }
    guard code == 0, let port = Int(text(service)) else { return nil }
    return (text(host), port)
  }

  private static let backlog: Int32 = 1024

  private static func refused(_ code: Int32, _ place: String) -> Failure {
    switch code {
    case EADDRINUSE:
      Failure(
        .listenTaken, "another program listens on \(place)",
        remedy: "end it, or choose another port; --port 0 picks a free one")
    case EADDRNOTAVAIL:
      Failure(
        .listenAddress, "this machine has no such address: \(place)",
        remedy: "write an address of this machine, or localhost")
    default:
      Failure(
        .listenRefused, "cannot listen on \(place): \(text(of: code))",
        remedy: "ports below 1024 need a right of their own; choose a higher one")
    }
  }
}

private func text(_ bytes: [CChar]) -> String {
  String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// C: strerror.
private func text(of code: Int32) -> String {
  guard let words = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: words)
}

#if canImport(Glibc)
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  private let streamSocket = SOCK_STREAM
#endif

private func unixAddress(_ path: String) throws(Failure) -> sockaddr_un {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  let room = MemoryLayout.size(ofValue: address.sun_path)
  guard !bytes.isEmpty, !bytes.contains(0), bytes.count < room else {
    throw Failure(
      .filePath, "the path of a socket has 1 to \(room - 1) bytes",
      at: SourceLocation(file: path), remedy: "choose a shorter one")
  }
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  return address
}

private func withAddress(
  _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = address
  return unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
