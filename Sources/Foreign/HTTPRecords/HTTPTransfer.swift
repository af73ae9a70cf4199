#if Complete
  import CSystemCurl
  import FootlightPlatform

  /// libcurl, asking for one document over http or https: once, following nothing, sending no cookies and no
  /// names, and going through no proxy.
  @safe
  struct HTTPTransfer: ~Copyable {
    // Safe: both belong to this value alone and go with it; libcurl keeps the address of the answer.
    private nonisolated(unsafe) let transfer: UnsafeMutableRawPointer
    // Safe: as above.
    private nonisolated(unsafe) let answer: UnsafeMutablePointer<HTTPAnswer>
    // Safe: as above.
    private nonisolated(unsafe) var lines: UnsafeMutablePointer<curl_slist>?

    /// So many seconds may pass until there is a connection, and without so many bytes a second.
    private static let patience = 30
    private static let slowest = 32

    /// Loads what libcurl and its library of TLS read of the system.
    static func load() { _ = footlight_curl_begin() }

    /// Prepares a request; nil when there is no memory.
    init?(_ request: FetchRequest, _ output: consuming OutputWriter) {
      guard let made = unsafe curl_easy_init() else { return nil }
      unsafe transfer = made
      unsafe answer = .allocate(capacity: 1)
      unsafe answer.initialize(to: HTTPAnswer(limit: request.byteLimit, output))
      unsafe lines = nil
      for line in request.lines { unsafe lines = curl_slist_append(lines, line) }
      text(CURLOPT_URL, request.address)
      text(CURLOPT_PROTOCOLS_STR, "http,https")
      text(CURLOPT_USERAGENT, request.agent)
      text(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
      text(CURLOPT_PROXY, "")
      number(CURLOPT_FOLLOWLOCATION, 0)
      number(CURLOPT_NOSIGNAL, 1)
      number(CURLOPT_CONNECTTIMEOUT, Self.patience)
      number(CURLOPT_LOW_SPEED_LIMIT, Self.slowest)
      number(CURLOPT_LOW_SPEED_TIME, min(Self.patience, request.seconds))
      number(CURLOPT_TIMEOUT, request.seconds)
      _ = unsafe footlight_curl_lines(transfer, CURLOPT_HTTPHEADER, lines)
      _ = unsafe footlight_curl_context(transfer, CURLOPT_HEADERDATA, answer)
      _ = unsafe footlight_curl_context(transfer, CURLOPT_WRITEDATA, answer)
      _ = unsafe footlight_curl_taker(transfer, CURLOPT_HEADERFUNCTION, httpHeadComes)
      _ = unsafe footlight_curl_taker(transfer, CURLOPT_WRITEFUNCTION, httpBodyComes)
    }

    deinit {
      unsafe curl_easy_cleanup(transfer)
      if let lines = unsafe lines { unsafe curl_slist_free_all(lines) }
      unsafe answer.deinitialize(count: 1)
      unsafe answer.deallocate()
    }

    private func text(_ option: CURLoption, _ value: String) {
      _ = unsafe footlight_curl_text(transfer, option, value)
    }

    private func number(_ option: CURLoption, _ value: Int) {
      _ = unsafe footlight_curl_number(transfer, option, value)
    }

    /// Asks, and hands the answer over to its end; nil when that is so, or else what is wrong.
    mutating func perform() throws(Failure) -> HTTPFault? {
      let code = unsafe curl_easy_perform(transfer)
      if let fault = unsafe answer.pointee.fault { return fault }
      // A head beyond libcurl's own limit: newer versions say so (CURLE_TOO_LARGE), older ones that there is no memory.
      if code == CURLE_OUT_OF_MEMORY || code.rawValue == 100 { return .longHead }
      guard code == CURLE_OK else { return .transfer(code: Int(code.rawValue), said(code)) }
      let wait = unsafe footlight_curl_wait(transfer)
      try unsafe answer.pointee.end(wait: max(0, min(wait, 1 << 30)))
      return nil
    }

    private func said(_ code: CURLcode) -> String {
      unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
    }
  }

  private func httpHeadComes(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
  ) -> Int {
    unsafe httpTaken(bytes, size * count, context) { $0.takeHead($1) }
  }

  private func httpBodyComes(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
  ) -> Int {
    unsafe httpTaken(bytes, size * count, context) { $0.takeBody($1) }
  }

  /// Hands what comes to the answer; as many bytes as were taken, by which libcurl knows whether to go on.
  private func httpTaken(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (inout HTTPAnswer, borrowing Span<UInt8>) -> Bool
  ) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let piece = unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: count)
    let answer = unsafe context.assumingMemoryBound(to: HTTPAnswer.self)
    return unsafe take(&answer.pointee, piece.span) ? count : 0
  }
#endif
