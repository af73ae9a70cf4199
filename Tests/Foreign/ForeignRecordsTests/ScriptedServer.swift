import FootlightPlatform
import Synchronization

/// A server on this machine that answers each request as a test says, well or badly.
final class ScriptedServer: Sendable {
  /// What is done with a request.
  enum Reply: Sendable {
    /// These bytes, then the connection is closed.
    case bytes([UInt8])
    /// These bytes, then nothing, for as long as the other side waits.
    case hang([UInt8])
    /// These bytes, then the same piece again and again.
    case flood([UInt8], piece: [UInt8])

    /// A document with a head that says how long it is.
    static func document(
      _ body: String, _ type: String = "application/json", status: String = "200 OK",
      headers: [String] = []
    ) -> Reply {
      let head = ["HTTP/1.1 \(status)", "Content-Type: \(type)"] + headers
      return .bytes(
        Array(
          (head + ["Content-Length: \(body.utf8.count)", "", body]).joined(separator: "\r\n").utf8))
    }

    /// A head alone.
    static func status(_ status: String, _ headers: String...) -> Reply {
      .document("", status: status, headers: headers)
    }
  }

  /// A request as it came: its first line, and its other lines.
  struct Request: Sendable {
    var path: String
    var lines: [String]

    /// The value of a line of the head.
    subscript(name: String) -> String? {
      lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }
  }

  let port: Int
  private let listener: Int32
  private let taken = Mutex<[Request]>([])

  /// The requests so far.
  var requests: [Request] { taken.withLock { $0 } }

  /// Where a path is on it.
  func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Begins to listen; nil when there is no port.
  init?(_ answer: @escaping @Sendable (Request) -> Reply) {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
        unsafe bind(number, plain, size) == 0 && listen(number, 64) == 0
          && getsockname(number, plain, &size) == 0
      }
    }
    guard isBound else {
      close(number)
      return nil
    }
    listener = number
    port = Int(UInt16(bigEndian: address.sin_port))
    Workers.detach { [weak self] in
      while true {
        let connection = accept(number, nil, nil)
        guard connection >= 0, self != nil else {
          if connection >= 0 { close(connection) }
          // Here and nowhere else: its number might be that of another server by now.
          close(number)
          return
        }
        Workers.detach { [weak self] in
          guard let request = ScriptedServer.request(connection) else {
            close(connection)
            return
          }
          self?.taken.withLock { $0.append(request) }
          ScriptedServer.reply(answer(request), connection)
        }
      }
    }
  }

  deinit {
    // Whoever waits for a connection sees that, and closes it.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func request(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 16 {
      let got = unsafe recv(connection, &piece, piece.count, 0)
      guard got > 0 else { return nil }
      bytes += piece.prefix(got)
      if bytes.suffix(4) == [13, 10, 13, 10] { break }
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    guard let words = lines.first?.split(separator: " "), words.count > 1 else { return nil }
    return Request(path: String(words[1]), lines: Array(lines.dropFirst()))
  }

  private static func reply(_ reply: Reply, _ connection: Int32) {
    defer { close(connection) }
    switch reply {
    case .bytes(let bytes): _ = send(bytes, connection)
    case .hang(let bytes):
      guard send(bytes, connection) else { return }
      // Until the other side goes.
      var byte: UInt8 = 0
      _ = unsafe recv(connection, &byte, 1, 0)
    case .flood(let bytes, let piece):
      guard send(bytes, connection) else { return }
      while send(piece, connection) {}
    }
  }

  private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe systemSend(
          connection, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent,
          noSignal)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

/// The function of the C library, which a method of the same name hides.
private func systemSend(
  _ connection: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  unsafe send(connection, bytes, count, flags)
}

#if canImport(Glibc)
  private let noSignal = Int32(MSG_NOSIGNAL)
#else
  private let noSignal: Int32 = 0
#endif
