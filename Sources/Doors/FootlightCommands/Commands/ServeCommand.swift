import FootlightPlatform

extension Command {
  package static let serve = Command(
    program: .serve, operands: .none,
    summary: "serve a search page and an API over HTTP",
    detail: """
      Prints its address when it answers, and ends with Ctrl-C or SIGTERM when what was asked is \
      answered. It listens on this machine alone; for another address, or behind a proxy, there must \
      be a key ('footlight key create'). Only known hosts are served: --allow-host adds one. TLS is \
      the business of a proxy.

      A program of its own, footlight-serve, does it; with socket activation (LISTEN_FDS) it takes the \
      sockets that it is given. It never locks the index, and readers see each sync at once.
      """,
    options: [
      .address, .port, .socket, .baseURL, .allowHost, .cors, .readOnly, .watchBeside,
    ],
    examples: [
      "footlight serve": "on http://127.0.0.1:8420/",
      "footlight serve --port 0 --watch": "on a free port, always fresh",
      "footlight serve --base-url https://search.example/ --allow-host search.example":
        "behind a proxy",
    ])
}

extension CommandOption {
  static let address = CommandOption(
    "address", .network, .text("ADDRESS") { $0.serving.address = $1 },
    "listen on this IP address (localhost)",
    detail: "'localhost' means both loopback addresses; another one than those needs a key.")

  static let port = CommandOption(
    "port", letter: "p", .network, .number("N", 0...65_535) { $0.serving.port = $1 },
    "listen on this port; 0 picks a free one (8420)")

  static let socket = CommandOption(
    "socket", .network, .text("PATH") { $0.serving.socket = $1 },
    "listen on a Unix socket that only this user may open")

  static let baseURL = CommandOption(
    "base-url", .network, .text("URL") { $0.serving.baseURL = $1 },
    "the address by which others know the server",
    detail: "Requests carry its path. Its host still needs --allow-host.")

  static let allowHost = CommandOption(
    "allow-host", .network, .text("HOST") { $0.serving.hosts.append($1) }, isRepeatable: true,
    "answer requests for this host, too; with a port where one is sent")

  static let cors = CommandOption(
    "cors", .network, .text("ORIGIN") { $0.serving.origins.append($1) }, isRepeatable: true,
    "let pages of this origin read the answers of the API")

  static let readOnly = CommandOption(
    "read-only", .network, .none { $0.serving.isReadOnly = true },
    "write nothing, whatever a key allows")

  static let watchBeside = CommandOption(
    "watch", .network, .none { $0.serving.watches = true },
    "keep the index fresh, as 'footlight watch' does")
}
