/// The hosts for which requests are answered: what a page of another host sends by a name that it points at
/// this machine (DNS rebinding) is none of them.
struct HostList: Sendable {
  private let names: Set<String>

  /// The names of sockets on these ports and addresses, and others that were allowed.
  init(ports: [(address: String, port: Int)], hasUnixSocket: Bool, others: Set<String>) {
    var names = Set(others.map { $0.lowercased() })
    for (address, port) in ports {
      let hosts =
        ["localhost", "127.0.0.1", "[::1]"] + [HostList.written(address)].compactMap { $0 }
      for host in hosts {
        names.insert("\(host):\(port)")
        if port == 80 { names.insert(host) }
      }
    }
    if hasUnixSocket { names.insert("localhost") }
    self.names = names
  }

  /// Whether a request for this host is answered.
  func contains(_ host: String) -> Bool { names.contains(host.lowercased()) }

  /// Whether a host is a name of this machine that nobody else uses.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    return ["localhost", "127.0.0.1", "[::1]"].contains { name == $0 || name.hasPrefix($0 + ":") }
  }

  /// An address that stands for all of a machine is no host.
  private static func written(_ address: String) -> String? {
    guard address != "0.0.0.0", address != "::" else { return nil }
    return address.contains(":") ? "[\(address)]" : address
  }
}
