#if Complete
  import CMicroHTTPD
  import FootlightPlatform
  import Synchronization

  /// The state that the callbacks of libmicrohttpd share: the service, the connections and the threads.
  final class RunningListener: Sendable {
    let service: any HTTPService
    let connections: ConnectionTable
    let lanes = WorkLanes()
    private let closing = Atomic<Bool>(false)
    private let over = Atomic<Bool>(false)

    init(_ service: any HTTPService, _ system: SystemServices) {
      self.service = service
      connections = ConnectionTable(
        limit: HTTPServer.mostConnections, mostBytes: HTTPServer.mostBodyBytes,
        now: system.monotonic
      )
    }

    /// Whether each answer ends its connection.
    var isClosing: Bool { closing.load(ordering: .relaxed) }
    /// Whether nobody is served any more.
    var isOver: Bool { over.load(ordering: .sequentiallyConsistent) }

    func close() { closing.store(true, ordering: .relaxed) }
    func end() { over.store(true, ordering: .sequentiallyConsistent) }

    /// A response of the service to what is refused below it; the connection ends with it.
    func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
      var response = service.refusal(status, reason)
      response.closes = true
      return response
    }

    /// Judges the head of a request.
    func judge(
      _ exchange: Exchange, _ connection: OpaquePointer, _ method: UnsafePointer<CChar>?,
      _ version: UnsafePointer<CChar>?
    ) -> Admission {
      var request = exchange.state.withLock { $0.request }
      let isWhole = unsafe request.takeHead(
        connection, method: method, version: version, targetSize: exchange.targetSize)
      request.takeAbsoluteForm()
      exchange.state.withLock { $0.request = request }
      if let fault = request.framingFault { return .refuse(refusal(fault.status, fault.reason)) }
      guard unsafe footlight_mhd_head_size(connection) <= HTTPRequest.longestHead else {
        return .refuse(refusal(431, "the header is longer than \(HTTPRequest.longestHead) bytes"))
      }
      guard isWhole else {
        return .refuse(refusal(400, "the header holds hidden bytes or bare line feeds"))
      }
      switch service.admit(request) {
      case .refuse(let response): return .refuse(response)
      case .take(let limits, let answer):
        guard request.bodyLength ?? 0 <= limits.bytes else {
          return .refuse(refusal(413, "the body is larger than \(limits.bytes) bytes"))
        }
        return .take(limits, answer: answer)
      }
    }

    /// Begins to answer a request that is complete.
    func work(
      _ exchange: Exchange, _ connection: OpaquePointer, _ answer: (HTTPRequest) -> Answering
    ) -> Bool {
      let request = exchange.state.withLock { $0.request }
      connections.answer(exchange.socket, request.cancellation)
      switch answer(request) {
      case .now(let response):
        return unsafe send(response, exchange, connection)
      case .later where isOver:
        return unsafe send(refusal(503, "the server ends"), exchange, connection)
      case .later(let lane, let work):
        exchange.phase = .working
        let suspended = unsafe SuspendedConnection(connection)
        let isTaken = lanes.add(lane, of: exchange.client) {
          guard let response = work() else { return false }
          exchange.phase = .answered(response)
          suspended.resume()
          return true
        }
        if !isTaken {
          exchange.phase = .answered(refusal(503, "too many requests wait"))
          suspended.resume()
        }
        return true
      }
    }

    /// Queues a response.
    ///
    /// libmicrohttpd: MHD_queue_response.
    func send(_ response: HTTPResponse, _ exchange: Exchange, _ connection: OpaquePointer) -> Bool {
      connections.send(exchange.socket, bytes: response.body.count)
      let made = unsafe response.body.withUnsafeBytes { bytes in
        unsafe footlight_mhd_response(bytes.baseAddress, bytes.count)
      }
      guard let made = unsafe made else { return false }
      defer { unsafe MHD_destroy_response(made) }
      for field in response.headers {
        unsafe MHD_add_response_header(made, field.name, field.value)
      }
      if response.closes || isClosing {
        unsafe MHD_add_response_header(made, "Connection", "close")
      }
      return unsafe MHD_queue_response(connection, UInt32(response.status), made) == .YES
    }

    /// Answers a client whose body is not kept, and whose end libmicrohttpd would wait for.
    func tell(_ response: HTTPResponse, _ exchange: Exchange) {
      write(response, to: exchange.socket)
      shutdown(exchange.socket, ShutdownOf.writing)
    }

    /// Tells a client that its request came too slowly; the connection ends.
    func tellTooSlow(_ socket: Int32) {
      write(refusal(408, "the request took too long"), to: socket)
    }

    /// Tells a client that there are too many, and ends the connection.
    func tellTooMany(_ socket: Int32) {
      write(refusal(503, "there are too many connections"), to: socket)
      shutdown(socket, ShutdownOf.both)
    }

    /// Writes an answer past libmicrohttpd, as far as the socket takes it at once.
    ///
    /// C: send.
    private func write(_ response: HTTPResponse, to socket: Int32) {
      var text = "HTTP/1.1 \(response.status) Refused\r\nConnection: close\r\n"
      for field in response.headers { text += "\(field.name): \(field.value)\r\n" }
      text += "Content-Length: \(response.body.count)\r\n\r\n"
      let bytes = Array(text.utf8) + response.body
      #if canImport(Glibc)
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
      #else
        let flags = Int32(MSG_DONTWAIT)
      #endif
      _ = unsafe bytes.withUnsafeBytes {
        unsafe systemSend(socket, $0.baseAddress, $0.count, flags)
      }
    }
  }

  private func systemSend(
    _ socket: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32
  ) -> Int {
    unsafe send(socket, start, count, flags)
  }

  // MARK: Callbacks

  private func listener(_ context: UnsafeMutableRawPointer?) -> RunningListener? {
    unsafe context.map { unsafe Unmanaged<RunningListener>.fromOpaque($0).takeUnretainedValue() }
  }

  /// A connection was opened, or is about to be closed.
  func noticeConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
  ) {
    guard let listener = unsafe listener(context), let connection = unsafe connection else {
      return
    }
    let socket = unsafe footlight_mhd_socket(connection)
    guard code.rawValue == 0 else { return listener.connections.close(socket) }
    let client = unsafe PeerAddress(footlight_mhd_peer(connection)).client(of: socket)
    if !listener.connections.open(socket, of: client) { listener.tellTooMany(socket) }
  }

  /// The first line of a request has come.
  func beginRequest(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
  ) -> UnsafeMutableRawPointer? {
    guard let listener = unsafe listener(context), let connection = unsafe connection else {
      return nil
    }
    let socket = unsafe footlight_mhd_socket(connection)
    listener.connections.begin(socket)
    let peer = unsafe PeerAddress(footlight_mhd_peer(connection))
    let isLoopback = peer.isLoopback
    let bytes = unsafe target.map { start in
      unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }
    let exchange = Exchange(
      target: bytes ?? [], socket: socket,
      client: peer.client(of: socket),
      // The kernel is asked once a connection, when somebody wants to know.
      isLocal: {
        isLoopback && listener.connections.isOwners(socket) { !PeerOwner.isAnother(socket) }
      })
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
  }

  /// A request goes on: its head is there, a piece of its body, its end, or its answer.
  func answerRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
    _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>?, _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let listener = unsafe listener(context), let connection = unsafe connection,
      let place = unsafe own?.pointee, let count = unsafe count
    else { return .NO }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(place).takeUnretainedValue()
    switch exchange.phase {
    case .begun:
      switch unsafe listener.judge(exchange, connection, method, version) {
      case .refuse(let response):
        return unsafe listener.send(response, exchange, connection) ? .YES : .NO
      case .take(let limits, let answer):
        exchange.phase = .reading(limits, answer: answer)
        listener.connections.read(exchange.socket, limits)
        return .YES
      }
    case .reading(let limits, let answer):
      guard unsafe count.pointee > 0 else {
        return unsafe listener.work(exchange, connection, answer) ? .YES : .NO
      }
      let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count.pointee)
      let size = exchange.state.withLock { state in
        unsafe state.request.body.append(contentsOf: piece)
        return state.request.body.count
      }
      unsafe count.pointee = 0
      let isTooLarge = size > limits.bytes
      let hasRoom = listener.connections.advance(
        exchange.socket, limits, holding: isTooLarge ? 0 : size)
      if isTooLarge || !hasRoom {
        listener.tell(
          isTooLarge
            ? listener.refusal(413, "the body is larger than \(limits.bytes) bytes")
            : listener.refusal(503, "too much is being sent at once"), exchange)
        exchange.state.withLock { state in
          state.phase = .drained
          state.request.body = []
        }
      }
      return .YES
    case .drained:
      guard unsafe count.pointee > 0 else { return .NO }
      unsafe count.pointee = 0
      return .YES
    case .working:
      return .YES
    case .answered(let response):
      return unsafe listener.send(response, exchange, connection) ? .YES : .NO
    }
  }

  /// A request is over, answered or not.
  func completeRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
  ) {
    guard let listener = unsafe listener(context), let place = unsafe own?.pointee else { return }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(place).takeRetainedValue()
    unsafe own?.pointee = nil
    listener.connections.finish(exchange.socket)
  }
#endif
