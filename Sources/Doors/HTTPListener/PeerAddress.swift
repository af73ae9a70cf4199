import FootlightPlatform

#if Complete
  // Its header declares the addresses and kinds of sockets, too: whoever reads them must see that declaration.
  import CMicroHTTPD
#endif

/// The address at the other end of a connection, without its port.
struct PeerAddress {
  /// Whether it is this machine: a loopback address, or a Unix socket.
  let isLoopback: Bool
  /// A number for the client whose requests take turns together.
  private let turn: UInt64

  /// The number of the client at a socket: on this machine each connection is one of its own.
  func client(of socket: Int32) -> UInt64 {
    isLoopback ? UInt64(UInt32(bitPattern: socket)) : turn
  }

  /// Reads an address as the system keeps it (ip(7), ipv6(7)); none is a Unix socket.
  init(_ address: UnsafePointer<sockaddr>?) {
    guard let address = unsafe address else { (isLoopback, turn) = (true, 0); return }
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET:
      let number = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        unsafe UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
      isLoopback = number >> 24 == 127
      turn = 1 << 32 | UInt64(number)
    case AF_INET6:
      let bytes = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        unsafe withUnsafeBytes(of: address.pointee.sin6_addr) { unsafe Array($0) }
      }
      isLoopback =
        bytes == Array(repeating: 0, count: 15) + [1]
        || bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF, 127])
      // One network of 64 bits belongs to one client; addresses of version 4 are told apart.
      let isMapped = bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF])
      let part = isMapped ? bytes[12..<16] : bytes[0..<8]
      turn = part.reduce(isMapped ? 1 : 0) { $0 << 8 | UInt64($1) }
    default: (isLoopback, turn) = (true, 0)
    }
  }
}
