#if Complete
  import FootlightPlatform
  import Synchronization
  import TestSupport
  import Testing

  @testable import WebInterface

  /// The listener over real sockets, with a service that answers what it was asked.
  struct HTTPServerTests {
    /// Echoes; bodies may have 1000 bytes, and below `/stalls` a tenth of a second between them.
    private struct Echo: HTTPService {
      func admit(_ head: HTTPRequest) -> Admission {
        head.path == "/no"
          ? .refuse(HTTPResponse(403))
          : .take(
            BodyLimits(
              bytes: 1_000, stall: head.path == "/stalls" ? 100 : 300_000, whole: 300_000),
            answer: Echo.answer)
      }

      private static func answer(_ request: HTTPRequest) -> Answering {
        let text = "\(request.method) \(request.target) \(request.body.count)"
        let response = HTTPResponse(
          200,
          headers: [
            ("X-Local", "\(request.isLocal)"), ("X-Host", request.header("Host") ?? "none"),
          ], body: Array(text.utf8))
        switch request.path {
        case "/later": return .later(.waiting) { response }
        case "/until-gone":
          // Works until its client hangs up, or two minutes have passed.
          let end = SystemServices.system.monotonic() + 120_000_000_000
          return .later(.waiting) {
            if request.cancellation.isCancelled {
              HTTPServerTests.gone.store(true, ordering: .relaxed)
              return response
            }
            SystemServices.system.sleep(1_000_000)
            return SystemServices.system.monotonic() < end ? nil : response
          }
        default: return .now(response)
        }
      }

      func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
        HTTPResponse(status, body: Array(reason.utf8))
      }
    }

    private static let gone = Atomic<Bool>(false)
    private let server: HTTPServer
    private let port: Int

    init() throws {
      let sockets = [try #require(try ListeningSocket.tcp("127.0.0.1", port: 0).first)]
      port = try #require(sockets[0].port)
      server = try HTTPServer(sockets, Echo())
    }

    /// Sends bytes and returns all that comes back until the server closes; a server that never does is waited for
    /// two minutes.
    private func told(_ text: String, waiting milliseconds: Int32 = 120_000) -> String {
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(number) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port)).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isOpen = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isOpen else { return "" }
      var bytes = Array(text.utf8)
      _ = unsafe send(number, &bytes, bytes.count, Int32(MSG_NOSIGNAL))
      var found: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 4096)
      while true {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { break }
        let count = unsafe recv(number, &piece, piece.count, 0)
        guard count > 0 else { break }
        found += piece[..<count]
      }
      return String(decoding: found, as: UTF8.self)
    }

    private func get(_ target: String, _ fields: String = "", body: String = "") -> String {
      told(
        "\(body.isEmpty ? "GET" : "POST") \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(fields)\r\n\(body)"
      )
    }

    @Test func `requests are answered at once or later, and what is refused is not read`() {
      #expect(get("/a%20b?q=%2F").hasSuffix("GET /a%20b?q=%2F 0"))
      #expect(get("/later").hasSuffix("GET /later 0"))
      #expect(get("/", "Content-Length: 3\r\n", body: "abc").hasSuffix("POST / 3"))
      #expect(
        get("/", "Transfer-Encoding: chunked\r\n", body: "3\r\nabc\r\n0\r\n\r\n").hasSuffix(
          "POST / 3"))
      #expect(get("/no").hasPrefix("HTTP/1.1 403"))
      #expect(get("/").contains("X-Local: true"))
    }

    @Test(.enabled(if: geteuid() == 0 && Subprocess.find("setpriv", path: "/usr/bin:/bin") != nil))
    func `another user of this machine is not the person at it`() throws {
      let folder = try TemporaryFolder()
      let file = folder.path("answer")
      try folder.write("answer", "")
      _ = unsafe chmod(folder.path, 0o711)
      _ = unsafe chmod(file, 0o666)
      let ask =
        "exec 3<>/dev/tcp/127.0.0.1/\(port); printf 'GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3 >\(file)"
      let other = ["--reuid=65534", "--regid=65534", "--clear-groups", "/bin/bash", "-c", ask]
      #expect(try Subprocess("/usr/bin/setpriv", other).run() == 0)
      let answer = try File.readWhole(file)
      #expect(answer.text(answer.all).contains("X-Local: false"))
      #expect(get("/").contains("X-Local: true"))
    }

    @Test func `the table of sockets tells whose the other end is`() {
      let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:20E4 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0
           1: 0100007F:B15E 0100007F:20E4 01 00000000:00000000 00:00000000 00000000    33        0 12 1 0 20 4 30 10 -1
           2: 0100007F:20E4 0100007F:B15E 01 00000000:00000000 00:00000000 00000000  1000        0 13 1 0 20 4 30 10 -1
           3: 0A00000A:B15E 0100007F:20E4 01 00000000:00000000 00:00000000 00000000     7        0 14 1 0 20 4 30 10 -1
           4: 0000000000000000FFFF00000100007F:B15F 0100007F:20E4 01 0:0 00:0 0  1000 0 15 1
           5: 0100007F:B160 0100007F:20E4 04 00000000:00000000 00:00000000 00000000     0        0 0 1 0 20 4 30 10 -1
        """
      #expect(PeerOwner.users(in: table, from: 0xB15E, to: 0x20E4) == [33])
      #expect(PeerOwner.users(in: table, from: 0xB15F, to: 0x20E4) == [1000])
      #expect(PeerOwner.users(in: table, from: 0xB160, to: 0x20E4) == [])
      #expect(PeerOwner.users(in: table, from: 1, to: 2) == [])
    }

    @Test func `who takes an answer too slowly is given up`() {
      let time = Atomic<Int64>(0)
      let table = ConnectionTable(limit: 9, mostBytes: 0) { time.load(ordering: .relaxed) }
      var ends: [Int32] = [0, 0]
      _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      defer { for end in ends { close(end) } }
      var byte: UInt8 = 1
      func isOpen() -> Bool { unsafe send(ends[0], &byte, 1, Int32(MSG_NOSIGNAL)) == 1 }
      #expect(table.open(ends[0], of: 1))
      table.send(ends[0], bytes: 100_000)
      time.store(39_000_000_000, ordering: .relaxed)
      table.expire { _ in }
      #expect(isOpen())
      time.store(40_000_000_000, ordering: .relaxed)
      table.expire { _ in Issue.record("an answer is no slow request") }
      #expect(!isOpen())
    }

    @Test func `who opens many connections gives one up for another client`() {
      let time = Atomic<Int64>(0)
      let table = ConnectionTable(limit: 3, mostBytes: 0) { time.load(ordering: .relaxed) }
      var ends: [[Int32]] = []
      for _ in 0..<7 {
        var two: [Int32] = [0, 0]
        _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &two)
        ends.append(two)
      }
      defer { for end in ends.joined() { close(end) } }
      var byte: UInt8 = 1
      func isOpen(_ place: Int) -> Bool {
        unsafe send(ends[place][0], &byte, 1, Int32(MSG_NOSIGNAL)) == 1
      }
      // One client waits with one connection, another one with two, of which one is answered.
      #expect(table.open(ends[0][0], of: 1))
      #expect(table.open(ends[1][0], of: 2))
      #expect(table.open(ends[2][0], of: 2))
      table.begin(ends[1][0])
      table.answer(ends[1][0], Cancellation())
      #expect(!table.open(ends[3][0], of: 2), "it has the most itself")
      table.close(ends[3][0])
      #expect(
        !table.open(ends[4][0], of: 3),
        "no client has more than this one, and all have come just now")
      table.close(ends[4][0])
      #expect(isOpen(0) && isOpen(1) && isOpen(2))
      // After a while those that wait go in their turn; of what is answered nothing goes.
      time.store(3_000_000_000, ordering: .relaxed)
      #expect(table.open(ends[4][0], of: 3))
      #expect(!isOpen(0) && isOpen(1) && isOpen(2) && isOpen(4))
      // To a client with fewer connections one goes at once.
      for place in [0, 2] { table.close(ends[place][0]) }
      #expect(table.open(ends[3][0], of: 3))
      #expect(table.open(ends[5][0], of: 4))
      #expect(isOpen(3) != isOpen(4))
      for place in [3, 4, 5] {
        table.begin(ends[place][0])
        table.answer(ends[place][0], Cancellation())
      }
      #expect(!table.open(ends[6][0], of: 5), "all are being answered")
    }

    @Test func `a client may send as much at once as all leave free`() {
      let table = ConnectionTable(limit: 9, mostBytes: 1_000) { 0 }
      let limits = BodyLimits(bytes: 1_000, stall: 1_000, whole: 1_000)
      for (socket, client) in [(1, 1), (2, 1), (3, 2), (4, 3)] as [(Int32, UInt64)] {
        #expect(table.open(-socket, of: client))
        table.read(-socket, limits)
      }
      func sends(_ socket: Int32, _ bytes: Int) -> Bool {
        table.advance(-socket, limits, holding: bytes)
      }
      // One client with two bodies: half of all is its share while it is alone.
      #expect(sends(1, 300) && sends(2, 200))
      #expect(!sends(2, 201), "what it sends there is dropped")
      #expect(sends(2, 200))
      // What others send takes from the share of each, whatever came first.
      #expect(sends(3, 250) && !sends(3, 251))
      #expect(sends(3, 166) && sends(4, 134))
      #expect(!sends(1, 301))
      #expect(sends(4, 300) && sends(2, 201))
      // What was answered is free again.
      table.finish(-2)
      #expect(sends(1, 267) && !sends(1, 268))
    }

    @Test func `what two programs could read differently is refused, and the connection ends`() {
      let both = "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"
      #expect(get("/", both, body: "0\r\n\r\n").hasPrefix("HTTP/1.1 400"))
      #expect(
        get("/", "Content-Length: 3\r\nContent-Length: 3\r\n", body: "abc").hasPrefix(
          "HTTP/1.1 400"))
      #expect(get("/", "Host: b\r\n").hasPrefix("HTTP/1.1 400"))
      #expect(get("/", "X : a\r\n").hasPrefix("HTTP/1.1 400"))
      #expect(get("/", "X: a\0hidden\r\n").hasPrefix("HTTP/1.1 400"))
      #expect(get("/" + String(repeating: "a", count: 20_000)).hasPrefix("HTTP/1.1 414"))
    }

    @Test func `a body beyond its limit is refused, said or not, and one that stalls is given up`()
    {
      let long = String(repeating: "x", count: 1_001)
      #expect(get("/", "Content-Length: 1001\r\n", body: long).hasPrefix("HTTP/1.1 413"))
      let chunk = "3e9\r\n\(long)\r\n"
      #expect(get("/", "Transfer-Encoding: chunked\r\n", body: chunk).hasPrefix("HTTP/1.1 413"))
      #expect(!get("/stalls", "Content-Length: 9\r\n", body: "half").contains("200 OK"))
    }

    @Test func `a head or body that does not come in time is told so`() {
      #expect(get("/stalls", "Content-Length: 9\r\n", body: "half").hasPrefix("HTTP/1.1 408"))
      let time = Atomic<Int64>(0)
      let table = ConnectionTable(limit: 9, mostBytes: 0) { time.load(ordering: .relaxed) }
      var ends: [Int32] = [0, 0]
      _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      defer { for end in ends { close(end) } }
      var told: [Int32] = []
      #expect(table.open(ends[0], of: 1))
      table.begin(ends[0])
      time.store(10_000_000_000, ordering: .relaxed)
      table.expire { told.append($0) }
      #expect(told == [ends[0]])
      // A connection that rests between two requests is only closed.
      table.finish(ends[0])
      time.store(80_000_000_000, ordering: .relaxed)
      table.expire { told.append($0) }
      #expect(told == [ends[0]])
    }

    @Test func `a target may name its server, whose name then counts instead of Host`() {
      let found = told(
        "GET http://b.example:81/x?y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(found.contains("X-Host: b.example:81") && found.hasSuffix("GET /x?y 0"))
      #expect(told("GET ftp://b/ HTTP/1.1\r\nHost: a\r\n\r\n").hasPrefix("HTTP/1.1 400"))
    }

    @Test func `a line that ends with a line feed alone is refused`() {
      for head in [
        "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: b\nY: c\r\n\r\n",
      ] {
        #expect(told(head).hasPrefix("HTTP/1.1 400"), "\(head)")
      }
      #expect(get("/", "X:b \r\nY:\tc\r\nZ:\r\n").hasPrefix("HTTP/1.1 200"))
    }

    @Test func `bytes of a target that are no UTF-8 mean what their escapes mean`() {
      #expect(Exchange.text([0x2F, 0xFF]) == "/%FF")
      #expect(Exchange.text(Array("/ä".utf8)) == "/ä")
      #expect(Exchange.text([0x2F, 0xC3, 0xA4, 0xFE]) == "/%C3%A4%FE")
    }

    @Test func `work ends when its client hangs up`() throws {
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port)).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      _ = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      var bytes = Array("GET /until-gone HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      _ = unsafe send(number, &bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(number)
      let end = SystemServices.system.monotonic() + 100_000_000_000
      while !HTTPServerTests.gone.load(ordering: .relaxed), SystemServices.system.monotonic() < end
      {
        SystemServices.system.sleep(5_000_000)
      }
      let isGone = HTTPServerTests.gone.load(ordering: .relaxed)
      #expect(isGone)
    }

    @Test func `who only sends no more has a second for its answer, who has gone has none`() {
      let time = Atomic<Int64>(0)
      let table = ConnectionTable(limit: 9, mostBytes: 0) { time.load(ordering: .relaxed) }
      for hasGone in [false, true] {
        time.store(0, ordering: .relaxed)
        var ends: [Int32] = [0, 0]
        _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        let cancellation = Cancellation()
        #expect(table.open(ends[0], of: 1))
        table.answer(ends[0], cancellation)
        table.notice()
        #expect(!cancellation.isCancelled)
        if hasGone { close(ends[1]) } else { shutdown(ends[1], Int32(SHUT_WR)) }
        table.notice()
        #if os(Linux)
          #expect(cancellation.isCancelled == hasGone)
        #endif
        time.store(999_000_000, ordering: .relaxed)
        table.notice()
        #expect(cancellation.isCancelled == hasGone)
        time.store(1_000_000_000, ordering: .relaxed)
        table.notice()
        #expect(cancellation.isCancelled)
        table.close(ends[0])
        for end in hasGone ? ends.prefix(1) : ends[...] { close(end) }
      }
    }

    @Test func `pipelined requests are answered in order`() {
      let one = "GET /later?%d HTTP/1.1\r\nHost: a\r\n\r\n"
      let all = (0..<5).map { one.replacing("%d", with: "\($0)") }.joined()
      let found = told(all + "GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let places = (0..<5).map { number in
        found.firstRange(of: "GET /later?\(number) 0")?.lowerBound ?? found.endIndex
      }
      #expect(places == places.sorted() && found.hasSuffix("GET /end 0"))
    }

    @Test func `what was asked is answered before the server ends`() {
      #expect(get("/later").hasSuffix("GET /later 0"))
      #expect(server.stop(within: 120_000))
      // Its socket still listens while it lives; nobody answers there.
      let late = "GET /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      #expect(told(late, waiting: 100).isEmpty)
    }

    @Test func `a taken port and an address that is none are told`() throws {
      let taken = #expect(throws: Failure.self) { try ListeningSocket.tcp("127.0.0.1", port: port) }
      #expect(taken?.diagnostics.first?.code == .listenTaken)
      let wrong = #expect(throws: Failure.self) {
        try ListeningSocket.tcp("no..host", port: 0)
      }
      #expect(wrong?.diagnostics.first?.code == .listenAddress)
      #expect(try ListeningSocket.tcp("localhost", port: 0).count >= 1)
    }
  }

  /// A Unix socket is for its owner alone.
  struct UnixSocketTests {
    @Test func `it is made for its owner, replaces what is dead, and never a file`() throws {
      let folder = "/tmp/footlight-\(UInt32.random(in: 0 ... .max))"
      try FileOperations.system.createFolder(folder, parents: true)
      let path = folder + "/s.sock"
      var socket: ListeningSocket? = try .unix(path)
      #expect(try FileStatus.of(path)?.permissions == 0o600)
      #expect(throws: Failure.self) { try ListeningSocket.unix(path) }
      #expect(socket?.port == nil)
      socket = nil
      #expect(try FileStatus.of(path) == nil)
      try FileOperations.system.create(path).write([1].span)
      #expect(throws: Failure.self) { try ListeningSocket.unix(path) }
      try FileOperations.system.removeTree(folder)
    }
  }
#endif
