import DeclaredRecords
import FootlightPlatform

/// A request: footlight-read asks, locked in but for the network, and what it prints is written to a file.
struct HTTPExchange {
  /// An answer as footlight-read tells it.
  struct Answer: Sendable, Hashable {
    var status: Int
    var entityTag = ""
    var modified = ""
    var location = ""
    var next = ""
    /// How many seconds the server wants to be left alone.
    var wait: Int64 = 0
    /// How many bytes the document has, and a hash of them.
    var size = 0
    var hash = ""
  }

  let program: String
  let settings: HTTPSettings
  let system: SystemServices
  let cancellation: Cancellation

  /// The first two lines of an answer are no longer.
  private static let headLimit = 1 << 16
  /// How many nanoseconds footlight-read may need beside the time of a request.
  private static let grace: Int64 = 10_000_000_000

  /// Asks for a document; with status 200 it is in the file at a path.
  func ask(
    _ address: HTTPAddress, entityTag: String = "", modified: String = "", into path: String
  ) throws(Failure) -> Answer {
    let limits = settings.limits
    var arguments = [
      "http", "--accept=\(settings.accepted)", "--seconds=\(limits.timeLimit / 1_000_000_000)",
      "--bytes=\(limits.outputLimit)",
    ]
    if !entityTag.isEmpty { arguments.append("--etag=\(entityTag)") }
    if !modified.isEmpty { arguments.append("--modified=\(modified)") }
    var command = Subprocess(program, arguments + ["--", address.text])
    command.environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]
    var process = try SpooledProcess(
      command, in: "/",
      limits: Subprocess.Limits(
        memory: limits.memoryLimit, seconds: Int(limits.timeLimit / 1_000_000_000) + 10,
        output: limits.outputLimit + 2 * HTTPExchange.headLimit))
    let file = try system.files.create(path, permissions: 0o600)
    var taking = Taking()
    let began = system.monotonic()
    while true {
      try cancellation.check()
      if try process.read(into: &taking.bytes, upTo: 1 << 20) > 0 {
        try taking.take(into: file, address)
        continue
      }
      if let code = try process.exitCode() {
        while try process.read(into: &taking.bytes, upTo: 1 << 20) > 0 {
          try taking.take(into: file, address)
        }
        if code != 0 { throw failure(address, code, process.errorLines) }
        break
      }
      if system.monotonic() &- began > limits.timeLimit + HTTPExchange.grace {
        throw Failure.fetch(
          "the reader does not come to its end", address, "try again; raise `time_limit`")
      }
      system.sleep(2_000_000)
    }
    try file.synchronize()
    return try taking.answer(address)
  }

  /// The failure of footlight-read to bring a document.
  private func failure(_ address: HTTPAddress, _ code: Int32, _ lines: [String]) -> Failure {
    if let said = lines.last.flatMap({ try? Record(json: $0) }),
      case .text(let message)? = said["failed"], case .text(let remedy)? = said["remedy"]
    {
      return .fetch(visible(message), address, visible(remedy))
    }
    let said = lines.isEmpty ? "" : ": " + visible(lines.joined(separator: " "))
    return .fetch(
      code > 128
        ? "the reader was ended by signal \(code - 128)"
        : "footlight-read ends with \(code)\(said)", address,
      "see whether \(program) belongs to this footlight; raise `memory_limit`, if that is low")
  }

  private func visible(_ text: String) -> String {
    String(text.unicodeScalars.prefix(400).map { $0.value < 0x20 ? " " : Character($0) })
  }

  /// The lines that were printed, as they are taken apart.
  private struct Taking: ~Copyable {
    var bytes = ByteArena(capacity: 1 << 20)
    private var hasBegun = false
    private var head: Answer?
    private var size = 0
    private var hash = DocumentHash()

    init() {}

    /// Takes what has come: two lines, then the document.
    mutating func take(
      into file: borrowing WritableFile, _ address: HTTPAddress
    ) throws(Failure) {
      while head == nil {
        guard let end = bytes.firstIndex(of: 0x0A, from: 0, to: bytes.count) else {
          if bytes.count > HTTPExchange.headLimit { throw lie(address) }
          return
        }
        let line = bytes.text(ByteRange(start: 0, count: end))
        var rest = ByteArena(capacity: 1 << 20)
        rest.append(bytes, ByteRange(start: end + 1, count: bytes.count - end - 1))
        swap(&rest, &bytes)
        guard line.utf8.count <= HTTPExchange.headLimit, let said = try? Record(json: line) else {
          throw lie(address)
        }
        if hasBegun {
          head = try answer(said, address)
        } else {
          guard case .boolean? = said["calls"] else { throw lie(address) }
          hasBegun = true
        }
      }
      guard bytes.count > 0 else { return }
      try file.write(bytes, bytes.all)
      size += bytes.count
      hash.append(bytes)
      bytes.removeAll()
    }

    private func answer(_ said: Record, _ address: HTTPAddress) throws(Failure) -> Answer {
      func text(_ name: String) -> String {
        guard case .text(let text)? = said[name], text.utf8.count <= 8192,
          text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return "" }
        return text
      }
      func number(_ name: String) -> Int? {
        guard case .number(let text)? = said[name] else { return nil }
        return Int(text)
      }
      guard let status = number("status"), (100...999).contains(status) else { throw lie(address) }
      return Answer(
        status: status, entityTag: text("etag"), modified: text("modified"),
        location: text("location"), next: text("next"),
        wait: Int64(max(0, min(number("wait") ?? 0, 1 << 30))))
    }

    /// The whole answer, when the reader has come to a good end.
    mutating func answer(_ address: HTTPAddress) throws(Failure) -> Answer {
      guard var answer = head, answer.status == 200 || size == 0 else { throw lie(address) }
      answer.size = size
      answer.hash = hash.text
      return answer
    }

    private func lie(_ address: HTTPAddress) -> Failure {
      Failure(
        .sourceReader, "what footlight-read prints cannot be right",
        at: SourceLocation(file: address.text),
        remedy: "see whether it belongs to this footlight; do not trust the server")
    }
  }
}

extension Failure {
  /// That a document could not be fetched.
  static func fetch(_ message: String, _ address: HTTPAddress, _ remedy: String) -> Failure {
    Failure(
      .sourceFetch, message, at: SourceLocation(file: address.text), remedy: remedy)
  }
}
