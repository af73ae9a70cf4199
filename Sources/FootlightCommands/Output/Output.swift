import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// One of the process's two ways out: gathers what is written and hands it on in large pieces.
///
/// A reader that has gone away is no failure: what is written after that is dropped, and
/// ``isClosed`` tells the command that it may stop.
final class Output: Sendable {
  /// Takes bytes; false when nobody reads them any more.
  typealias Sink = @Sendable (borrowing ByteArena) throws(Failure) -> Bool

  private struct State: ~Copyable {
    var waiting = ByteArena(capacity: 1 << 12)
    var isClosed = false
  }

  private static let pieceSize = 1 << 16

  private let state = Mutex(State())
  private let sink: Sink

  init(_ sink: @escaping Sink) {
    self.sink = sink
  }

  /// Whether the reader has gone away.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Writes a line of text.
  func line(_ text: String = "") throws(Failure) {
    try write { bytes in
      bytes.append(text)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes text as it is.
  func text(_ text: String) throws(Failure) {
    try write { $0.append(text) }
  }

  /// Writes bytes of another arena.
  func bytes(_ bytes: borrowing ByteArena) throws(Failure) {
    try state.withLock { (state) throws(Failure) in
      guard !state.isClosed else { return }
      state.waiting.append(bytes, bytes.all)
      try handOn(&state, ifAbove: Output.pieceSize)
    }
  }

  /// Hands on all that waits.
  func flush() throws(Failure) {
    try state.withLock { (state) throws(Failure) in try handOn(&state, ifAbove: 0) }
  }

  private func write(_ body: (inout ByteArena) -> Void) throws(Failure) {
    try state.withLock { (state) throws(Failure) in
      guard !state.isClosed else { return }
      body(&state.waiting)
      try handOn(&state, ifAbove: Output.pieceSize)
    }
  }

  private func handOn(_ state: inout State, ifAbove size: Int) throws(Failure) {
    guard state.waiting.count > size, !state.isClosed else { return }
    defer { state.waiting.removeAll() }
    state.isClosed = try !sink(state.waiting)
  }
}
