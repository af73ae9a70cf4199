/// Writes to standard output or standard error in large pieces, or collects for a test.
///
/// A reader that has gone away is no failure: the rest is dropped and ``isClosed`` says so.
package struct OutputWriter: ~Copyable, Sendable {
  private let descriptor: Int32?
  private let limit: Int
  private var buffer = ByteArena(capacity: 4096)
  /// Whether the reader has gone away: writing more is of no use.
  package private(set) var isClosed = false

  /// Writes to a descriptor that stays open: 1 is standard output, 2 standard error.
  package init(descriptor: Int32, buffered limit: Int = 1 << 16) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Keeps what is written, for ``collected``.
  package init() {
    descriptor = nil
    limit = .max
  }

  /// The text that was written and not sent yet; with ``init()`` all of it.
  package var collected: String { buffer.text(buffer.all) }

  /// Writes a text.
  package mutating func write(_ text: String) throws(Failure) {
    buffer.append(text)
    if buffer.count >= limit { try flush() }
  }

  /// Writes bytes of an arena.
  package mutating func write(_ bytes: borrowing ByteArena, _ range: ByteRange) throws(Failure) {
    buffer.append(bytes, range)
    if buffer.count >= limit { try flush() }
  }

  /// Writes a text and a line feed.
  package mutating func writeLine(_ text: String) throws(Failure) {
    buffer.append(text)
    try write("\n")
  }

  /// Sends what is waiting.
  ///
  /// C: write.
  package mutating func flush() throws(Failure) {
    guard let descriptor else { return }
    var done = 0
    while done < buffer.count, !isClosed {
      let sent = unsafe buffer.withUnsafeBytes { bytes in
        uninterrupted {
          unsafe systemWrite(
            descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
        }
      }
      if sent >= 0 {
        done += sent
      } else if errno == EPIPE {
        isClosed = true
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&waiting, 1, 1000)
      } else {
        let number = errno
        buffer.removeAll()
        throw .system(number, "write", descriptor == 1 ? "standard output" : "standard error")
      }
    }
    buffer.removeAll()
  }
}
