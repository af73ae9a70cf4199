import FootlightPlatform

/// The address that is asked, and the limits of the answer.
struct FetchRequest {
  var address: String
  /// Lines of the request's head.
  var lines: [String] = []
  var agent: String
  var seconds: Int
  var byteLimit: Int

  /// Reads the settings of a command line.
  init(_ address: String, _ options: ForeignOptions) throws(Failure) {
    self.address = address
    func number(_ name: String, _ otherwise: Int) throws(Failure) -> Int {
      guard let text = options[name] else { return otherwise }
      guard let number = Int(text), number > 0 else {
        throw Failure(.readUsage, "--\(name) is no number", remedy: "see footlight-read --help")
      }
      return number
    }
    seconds = try number("seconds", 600)
    byteLimit = try number("bytes", 256 << 20)
    agent = options["agent"] ?? "footlight"
    lines.append("Accept: " + (options["accept"] ?? "*/*"))
    for (name, line) in [("etag", "If-None-Match"), ("modified", "If-Modified-Since")] {
      if let value = options[name] { lines.append("\(line): \(value)") }
    }
    // A line that ends another one would be a line of its own.
    guard (lines + [agent, address]).allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } })
    else {
      throw Failure(
        .readUsage, "a setting holds more than printable characters of ASCII",
        remedy: "see footlight-read --help")
    }
  }
}

/// Why an answer did not come to its end.
enum HTTPFault {
  case longHead, longBody
  /// Nobody reads what is printed, or the disk is full.
  case unread
  /// A failure of libcurl, in its words.
  case transfer(code: Int, String)

  /// The failure and its remedy.
  func told(_ request: FetchRequest) -> (message: String, remedy: String) {
    switch self {
    case .longHead: ("the head of the answer is too long", "do not trust the server")
    case .longBody:
      (
        "the answer is larger than \(request.byteLimit >> 20) MB",
        "raise `output_limit`, if that is right"
      )
    case .unread: ("the answer cannot be written", "see whether the disk is full")
    case .transfer(let code, let said):
      switch code {
      case 6: ("the host is not known: \(said)", "check the address, and the network")
      case 7: ("nobody answers there: \(said)", "check the address, and the network")
      case 18: ("the answer breaks off: \(said)", "try again later")
      case 28:
        ("the server does not answer in time: \(said)", "try again later, or raise `time_limit`")
      case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91:
        (
          "the connection cannot be trusted: \(said)",
          "check the server's certificate; is ca-certificates installed?"
        )
      default: ("the server's answer cannot be read: \(said)", "try the address in a browser")
      }
    }
  }
}
