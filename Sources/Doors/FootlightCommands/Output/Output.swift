package import FootlightPlatform
import Synchronization

/// One of the process's two ways out, shared by all who write to it.
package final class Output: Sendable {
  private let writer: Mutex<OutputWriter>

  init(_ writer: consuming OutputWriter) {
    self.writer = Mutex(writer)
  }

  /// Whether the reader has gone away: writing more is of no use.
  var isClosed: Bool { writer.withLock { $0.isClosed } }

  /// The text that was written and not sent yet.
  var collected: String { writer.withLock { $0.collected } }

  /// Writes a line of text.
  package func line(_ text: String = "") throws(Failure) {
    try writer.withLock { (writer) throws(Failure) in try writer.writeLine(text) }
  }

  /// Writes text as it is.
  package func text(_ text: String) throws(Failure) {
    try writer.withLock { (writer) throws(Failure) in try writer.write(text) }
  }

  /// Writes bytes of an arena.
  package func bytes(_ bytes: borrowing ByteArena) throws(Failure) {
    try writer.withLock { (writer) throws(Failure) in try writer.write(bytes, bytes.all) }
  }

  /// Sends what is waiting.
  package func flush() throws(Failure) {
    try writer.withLock { (writer) throws(Failure) in try writer.flush() }
  }
}
