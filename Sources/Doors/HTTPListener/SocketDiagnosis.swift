#if os(Linux)
  #if Complete
    // Its header declares the addresses and kinds of sockets, too: whoever reads them must see that declaration.
    import CMicroHTTPD
  #endif
  import FootlightPlatform

  /// Asks the kernel for the owner of one socket by its two addresses, in constant time (sock_diag(7)).
  enum SocketDiagnosis {
    /// The answer of the kernel.
    enum Owner: Equatable {
      case user(UInt32)
      /// No socket here has these addresses, or no process holds it any more.
      case nobody
      /// The kernel does not answer, or the connection is none of TCP.
      case unknown
    }

    /// The owner of the socket at the other end of a connection within this machine.
    static func owner(ofPeer socket: Int32) -> Owner {
      guard let own = unsafe address(socket, getsockname).flatMap(end),
        let peer = unsafe address(socket, getpeername).flatMap(end)
      else { return .unknown }
      let link = Glibc.socket(AF_NETLINK, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, netlinkDiagnosis)
      guard link >= 0 else { return .unknown }
      defer { close(link) }
      var wait = timeval(tv_sec: 0, tv_usec: 100_000)
      unsafe setsockopt(link, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
      let question = question(from: peer, to: own)
      let sent = unsafe question.withUnsafeBytes { unsafe send(link, $0.baseAddress, $0.count, 0) }
      guard sent == question.count else { return .unknown }
      var answer = [UInt8](repeating: 0, count: 1024)
      let count = unsafe answer.withUnsafeMutableBytes {
        unsafe recv(link, $0.baseAddress, $0.count, 0)
      }
      return owner(in: answer.prefix(max(0, count)))
    }

    private static let netlinkDiagnosis: Int32 = 4

    /// One end of a connection: family, port and address, in the order of the network.
    private struct End {
      var family: UInt8
      var port: [UInt8]
      var address: [UInt8]
    }

    /// The address of one end as the system keeps it, and its family, with which it begins.
    static func address(
      _ socket: Int32,
      _ name: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
    ) -> (family: Int32, bytes: [UInt8])? {
      var bytes = [UInt8](repeating: 0, count: 128)
      var size = socklen_t(bytes.count)
      let code = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe name(socket, buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
      }
      guard code == 0 else { return nil }
      return (Int32(unsafe bytes.withUnsafeBytes { unsafe $0.load(as: UInt16.self) }), bytes)
    }

    private static func end(_ address: (family: Int32, bytes: [UInt8])) -> End? {
      let bytes = address.bytes
      let port = Array(bytes[2..<4])
      switch address.family {
      case AF_INET: return End(family: UInt8(AF_INET), port: port, address: Array(bytes[4..<8]))
      case AF_INET6:
        let address = Array(bytes[8..<24])
        // An address of version 4 within version 6 is looked up as what it is.
        guard address.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF]) else {
          return End(family: UInt8(AF_INET6), port: port, address: address)
        }
        return End(family: UInt8(AF_INET), port: port, address: Array(address[12...]))
      default: return nil
      }
    }

    /// A `nlmsghdr` with an `inet_diag_req_v2` (linux/inet_diag.h) for the socket that leads from one end to
    /// the other.
    private static func question(from: End, to: End) -> [UInt8] {
      var bytes: [UInt8] = []
      func append(_ number: UInt32) {
        unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
      }
      func append(_ address: [UInt8]) {
        bytes += address + Array(repeating: 0, count: 16 - address.count)
      }
      append(72)
      // SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST.
      unsafe withUnsafeBytes(of: UInt16(20)) { unsafe bytes.append(contentsOf: $0) }
      unsafe withUnsafeBytes(of: UInt16(1)) { unsafe bytes.append(contentsOf: $0) }
      append(0)
      append(0)
      bytes += [from.family, UInt8(IPPROTO_TCP), 0, 0]
      append(UInt32.max)
      bytes += from.port + to.port
      append(from.address)
      append(to.address)
      append(0)
      // INET_DIAG_NOCOOKIE.
      append(UInt32.max)
      append(UInt32.max)
      return bytes
    }

    /// Reads a `nlmsghdr` with an `inet_diag_msg`, or with an error.
    static func owner(in answer: ArraySlice<UInt8>) -> Owner {
      let bytes = Array(answer)
      func number(_ at: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
      }
      guard bytes.count >= 20 else { return .unknown }
      let kind = bytes[4]
      if kind == 2 { return Int32(bitPattern: number(16)) == -ENOENT ? .nobody : .unknown }
      guard kind == 20, bytes.count >= 88 else { return .unknown }
      // The inode is 0 where no process holds the socket any more.
      return number(84) == 0 ? .nobody : .user(number(80))
    }
  }
#endif
