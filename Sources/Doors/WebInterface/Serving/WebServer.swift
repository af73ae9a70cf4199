#if Complete
  package import Footlight
  package import FootlightPlatform

  /// The server as a program runs it: it listens, answers until it is told to stop, and ends whole.
  package struct WebServer: ~Copyable {
    private let server: HTTPServer
    private let library: Library
    /// The address at which it answers, with a slash at the end.
    package let address: String

    /// The address or socket of a server.
    package struct Place: Sendable {
      /// An IP address, or `localhost` for both loopback addresses.
      package var address: String
      package var port: Int
      /// A Unix socket in their place.
      package var socket: String?

      package init(address: String, port: Int, socket: String?) {
        self.address = address
        self.port = port
        self.socket = socket
      }
    }

    /// Listens and begins to answer.
    ///
    /// - Throws: `listen.*`; `serve.without-key` for another address than loopback where no key is.
    package init(
      _ library: Library, at place: Place, _ chosen: WebSettings, _ system: SystemServices = .system
    ) throws(Failure) {
      var sockets = ListeningSocket.inherited(system)
      if sockets.isEmpty {
        if let path = place.socket {
          sockets = [try .unix(path)]
        } else {
          sockets = try ListeningSocket.tcp(place.address, port: place.port)
        }
      }
      var ports: [(address: String, port: Int)] = []
      for socket in sockets {
        if let address = socket.address, let port = socket.port { ports.append((address, port)) }
      }
      var settings = chosen
      settings.needsKeys = ports.contains { !WebServer.isLoopback($0.address) }
      if settings.needsKeys, try library.keys().isEmpty {
        throw Failure(
          .serveWithoutKey, "others than this machine would reach it, and there is no key",
          remedy: "run `footlight key create NAME --action search`, or listen on localhost")
      }
      let service = WebService(
        library, settings, ports: ports, hasUnixSocket: ports.count < sockets.count, system: system)
      server = try HTTPServer(sockets, service, system)
      self.library = library
      if let first = ports.first {
        let host = first.address.contains(":") ? "[\(first.address)]" : first.address
        address = "http://\(host):\(first.port)\(settings.root)"
      } else {
        address = "http://localhost\(settings.root)"
      }
    }

    /// Stops; what was asked is answered.
    package consuming func stop() {
      let library = library
      server.stop()
      try? library.writeQueries()
    }

    private static func isLoopback(_ address: String) -> Bool {
      address == "::1" || address.hasPrefix("127.")
    }
  }
#endif
