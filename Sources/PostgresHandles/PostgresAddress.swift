#if PostgresStore
  import CSystemPQ
  package import FootlightDiagnostics

  /// Where a server is, as a person wrote it: `postgresql://host/database` or `host=… dbname=…`.
  @safe
  package struct PostgresAddress: Sendable, Hashable {
    /// What libpq is given.
    let text: String

    /// Reads an address.
    ///
    /// A password in it is refused: it would stand in a file that a team shares, or in the list of processes.
    ///
    /// - Throws: `store.address`, `store.password`.
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
      self.text = text
    }

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
