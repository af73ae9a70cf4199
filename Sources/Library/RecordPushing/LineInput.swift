public import FootlightPlatform
import Synchronization

/// Lines that a program reads from a pipe, a terminal or a file.
public final class LineInput: Sendable {
  private let input: Mutex<ByteInput>
  /// The name of the input in messages.
  public let name: String

  /// The lines of a file, or of a named pipe.
  ///
  /// - Throws: `file.missing`, `file.forbidden`.
  public convenience init(path: String) throws(Failure) {
    self.init(try ByteInput.open(path))
  }

  /// The lines of standard input, to its end.
  public static func standardInput() -> LineInput {
    LineInput(ByteInput(descriptor: 0, name: "standard input"))
  }

  /// Reads an input to its end.
  package init(_ input: consuming sending ByteInput) {
    name = input.name
    self.input = Mutex(input)
  }

  func read(into arena: inout ByteArena) throws(Failure) -> Bool {
    let read = try input.withLock { input throws(Failure) in
      var block = ByteArena(capacity: 1 << 16)
      _ = try input.read(into: &block, upTo: 1 << 16)
      return block.bytes(block.all)
    }
    arena.append(read)
    return !read.isEmpty
  }
}
