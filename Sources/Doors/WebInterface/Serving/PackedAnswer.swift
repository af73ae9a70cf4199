import FileHandles

/// Answers that are sent packed (RFC 9110, section 8.4) to whoever takes gzip.
enum PackedAnswer {
  /// Shorter ones fit into a packet anyway.
  private static let least = 1_024

  /// Whether a client takes gzip: by its name, or by a star, with a weight above 0.
  static func isAccepted(by request: HTTPRequest) -> Bool {
    guard let header = request.header("Accept-Encoding") else { return false }
    var named: Bool?
    var any = false
    for part in header.split(separator: ",") {
      let pieces = part.split(separator: ";").map { piece in
        String(piece.filter { $0 != " " && $0 != "\t" }).lowercased()
      }
      guard let name = pieces.first else { continue }
      let isRefused = pieces.dropFirst().contains { piece in
        piece.hasPrefix("q=") && (Double(piece.dropFirst(2)) ?? 0) <= 0
      }
      if name == "gzip" || name == "x-gzip" { named = !isRefused }
      if name == "*" { any = !isRefused }
    }
    return named ?? any
  }

  /// Packs the body where its kind and size are worth it and the client takes it.
  static func pack(_ response: inout HTTPResponse, for request: HTTPRequest) {
    guard let type = response.header("Content-Type"), isText(type) else { return }
    response.headers.append(("Vary", "Accept-Encoding"))
    guard response.body.count >= least, isAccepted(by: request),
      let packed = Gzip.packed(response.body)
    else { return }
    response.body = packed
    response.headers.append(("Content-Encoding", "gzip"))
  }

  private static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || ["json", "xml", "javascript", "svg"].contains { type.contains($0) }
  }
}
