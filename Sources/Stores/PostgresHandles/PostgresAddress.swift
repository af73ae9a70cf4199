#if PostgresStore
  import CSystemPQ
  package import FootlightPlatform

  /// Where a server is, as a person wrote it: `postgresql://host/database` or `host=… dbname=…`.
  @safe
  package struct PostgresAddress: Sendable, Hashable {
    /// The parameters for libpq.
    let text: String
    /// Whether it names hosts, and none but the loopback addresses of this machine.
    let isLoopback: Bool
    /// How many hosts it may name.
    var mostHosts: Int { text.utf8.count { $0 == UInt8(ascii: ",") } + 1 }

    /// Reads an address.
    ///
    /// A password in it is refused: it would stand in a file that a team shares, or in the list of processes.
    ///
    /// So is less protection than TLS with a checked certificate and name, but for servers on this machine.
    ///
    /// - Throws: `store.address`, `store.password`, `store.unprotected`.
    package init(_ text: String) throws(Failure) {
      guard !text.utf8.contains(0), text.utf8.count <= 4_096 else {
        throw PostgresAddress.unreadable("it is too long, or holds a NUL")
      }
      // A single word would be taken for the name of a database on this machine.
      guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("=")
      else {
        throw PostgresAddress.unreadable("it begins with neither postgresql:// nor NAME=VALUE")
      }
      let found = try PostgresAddress.options(text)
      if found.contains(where: { ["password", "sslpassword"].contains($0.name) }) {
        throw Failure(
          .storePassword, "the address of the store holds a password",
          remedy: "take it out; put it into ~/.pgpass, or name a service file or PGPASSFILE")
      }
      func list(_ name: String) -> [String] {
        found.filter { $0.name == name }.flatMap {
          $0.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
      }
      // A service may name other hosts than the address does.
      let hosts = list("host") + list("hostaddr") + list("service")
      isLoopback = !hosts.isEmpty && hosts.allSatisfy(PostgresAddress.loopback.contains)
      let isSocket = !hosts.isEmpty && hosts.allSatisfy { $0.hasPrefix("/") || $0.hasPrefix("@") }
      if let mode = list("sslmode").first, mode != "verify-full", !isLoopback, !isSocket {
        throw Failure(
          .storeUnprotected, "the connection would be protected by sslmode=\(shortened(mode)) only",
          remedy:
            "leave sslmode out, which means verify-full, and name the authority by sslrootcert")
      }
      self.text = text
    }

    /// How this machine calls itself.
    static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    /// The options that the text sets.
    ///
    /// C: PQconninfoParse.
    private static func options(
      _ text: String
    ) throws(Failure) -> [(name: String, value: String)] {
      var message: UnsafeMutablePointer<CChar>?
      guard let list = unsafe PQconninfoParse(text, &message) else {
        var said = "it cannot be read"
        if let message = unsafe message {
          // The server's library repeats what it was given, which may hold a password.
          said = "it cannot be read as an address of libpq"
          unsafe PQfreemem(message)
        }
        throw unreadable(said)
      }
      defer { unsafe PQconninfoFree(list) }
      return unsafe settings(list)
    }

    /// The options of a list that ends with one without a name.
    static func settings(
      _ list: UnsafeMutablePointer<PQconninfoOption>
    ) -> [(name: String, value: String)] {
      var found: [(name: String, value: String)] = []
      var place = unsafe list
      while let name = unsafe place.pointee.keyword {
        if let value = unsafe place.pointee.val, unsafe value.pointee != 0 {
          unsafe found.append((String(cString: name), String(cString: value)))
        }
        unsafe place += 1
      }
      return found
    }

    private static func unreadable(_ why: String) -> Failure {
      Failure(
        .storeAddress, "the address of the store makes no sense: \(why)",
        remedy: "write it as postgresql://HOST/DATABASE")
    }
  }
#endif
