import FootlightPlatform

/// To whom the process at the other end of a connection within this machine belongs.
///
/// A web server that speaks for others runs as a user of its own; so does anybody else who works here. Neither is
/// the person at this machine.
enum PeerOwner {
  /// Whether the kernel says that it is another user than this process's, or that nobody here holds the other
  /// end; where it can say nothing, it is not.
  static func isAnother(_ socket: Int32) -> Bool {
    #if os(Linux)
      switch SocketDiagnosis.owner(ofPeer: socket) {
      case .user(let user): return user != geteuid()
      case .nobody: return true
      case .unknown: break
      }
    #endif
    let owners = users(socket)
    return !owners.isEmpty && !owners.contains(geteuid())
  }

  /// The same from the table of all sockets, which grows with their number: for kernels without `sock_diag`.
  private static func users(_ socket: Int32) -> [UInt32] {
    #if os(Linux)
      guard let own = unsafe SocketDiagnosis.address(socket, getsockname),
        let peer = unsafe SocketDiagnosis.address(socket, getpeername)
      else { return [] }
      // Addresses of both families of the internet have the port after the family.
      func port(_ bytes: [UInt8]) -> UInt16 { UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }
      if own.family == AF_UNIX { return credentials(socket) }
      return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table in
        guard let lines = try? File.readWhole(table, limit: 16 << 20) else { return [UInt32]() }
        return users(in: lines.text(lines.all), from: port(peer.bytes), to: port(own.bytes))
      }
    #else
      return []
    #endif
  }

  /// The users of the sockets on this machine's loopback that lead from one port to another; of those that nobody
  /// holds any more it says nothing.
  ///
  /// Linux: proc(5), `/proc/net/tcp`: local and remote address in hexadecimal, user and inode in columns 8 and 10.
  static func users(in table: String, from: UInt16, to: UInt16) -> [UInt32] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 10)
      guard fields.count > 9, fields[9] != "0", port(fields[1]) == from, port(fields[2]) == to,
        isLoopback(fields[1])
      else { return nil }
      return UInt32(fields[7])
    }
  }

  private static func port(_ field: Substring) -> UInt16? {
    field.lastIndex(of: ":").flatMap { UInt16(field[field.index(after: $0)...], radix: 16) }
  }

  /// 127.0.0.0/8, alone or within IPv6, or ::1, as words of the processor's order of bytes.
  private static func isLoopback(_ field: Substring) -> Bool {
    let address = field.prefix { $0 != ":" }
    guard address.count > 8 else { return address.hasSuffix("7F") }
    return address == "00000000000000000000000001000000"
      || address.hasPrefix("0000000000000000FFFF0000") && address.hasSuffix("7F")
  }

  #if os(Linux)
    /// The user of the other end of a Unix socket.
    ///
    /// C: getsockopt with SO_PEERCRED: process, user and group (unix(7)).
    private static func credentials(_ socket: Int32) -> [UInt32] {
      var found = [UInt32](repeating: 0, count: 3)
      var size = socklen_t(12)
      let code = unsafe getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &size)
      return code == 0 && size == 12 ? [found[1]] : []
    }
  #endif
}
