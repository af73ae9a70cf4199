import FootlightPlatform

/// Takes an answer as it comes: the head is gathered, the body of a document goes on to the output.
struct HTTPAnswer: ~Copyable {
  private(set) var head = HTTPHead()
  /// Why no more is taken; nil when all is.
  private(set) var fault: HTTPFault?
  private var output: OutputWriter
  private var piece = ByteArena(capacity: 1 << 16)
  private var headBytes = 0
  private var bodyBytes = 0
  private var hasHead = false
  private let limit: Int

  /// The most bytes of all heads of an answer.
  private static let headLimit = 1 << 18

  /// `limit` is the most bytes of a body, unpacked.
  init(limit: Int, _ output: consuming OutputWriter) {
    self.limit = limit
    self.output = output
  }

  /// Takes a line of a head; false when there are too many.
  mutating func takeHead(_ bytes: borrowing Span<UInt8>) -> Bool {
    headBytes += bytes.count
    guard headBytes <= HTTPAnswer.headLimit else {
      fault = .longHead
      return false
    }
    piece.removeAll()
    piece.append(bytes)
    let line = piece.text(piece.all)
    // Lines after a body add nothing.
    if !hasHead { head.take(line) }
    return true
  }

  /// Takes a piece of a body; false when it is too long.
  ///
  /// Only that of a document goes on.
  mutating func takeBody(_ bytes: borrowing Span<UInt8>) -> Bool {
    bodyBytes += bytes.count
    guard bodyBytes <= limit else {
      fault = .longBody
      return false
    }
    guard head.status == 200 else { return true }
    do throws(Failure) {
      try sayHead(wait: 0)
      piece.removeAll()
      piece.append(bytes)
      try output.write(piece, piece.all)
    } catch {
      fault = .unread
    }
    if output.isClosed { fault = .unread }
    return fault == nil
  }

  private mutating func sayHead(wait: Int) throws(Failure) {
    guard !hasHead else { return }
    hasHead = true
    var line = ByteArena()
    head.append(to: &line, wait: wait)
    try output.write(line, line.all)
  }

  /// The answer has come to its end.
  mutating func end(wait: Int) throws(Failure) {
    try sayHead(wait: wait)
    try output.flush()
  }
}
