/// Bytes that come one after the other from a pipe, a terminal or a file.
public struct ByteInput: ~Copyable, Sendable {
  private let descriptor: Descriptor
  /// The name of the input in messages.
  public let name: String
  private var buffer = ByteArena()
  private var position = 0
  private var isOver = false

  /// Reads from a descriptor that stays open: 0 is standard input.
  public init(descriptor: Int32, name: String) {
    self.descriptor = Descriptor(lent: descriptor)
    self.name = name
  }

  /// Opens whatever a path names except a folder; waits for the writer of a pipe.
  public static func open(_ path: String) throws(Failure) -> ByteInput {
    let descriptor = try Descriptor(path: path, flags: O_RDONLY, action: "open")
    if try FileStatus(descriptor: descriptor, path: path).kind == .folder {
      throw Failure(.fileWrongKind, "this is a folder", at: SourceLocation(file: path))
    }
    return ByteInput(descriptor: descriptor, name: path)
  }

  private init(descriptor: consuming Descriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Appends what is there, up to `count` bytes, to an arena; 0 at the end.
  ///
  /// A read that waits when a signal comes that ``Signals`` catches fails with `cancelled`.
  ///
  /// C: read.
  public mutating func read(into arena: inout ByteArena, upTo count: Int) throws(Failure) -> Int {
    if position < buffer.count {
      let size = min(count, buffer.count - position)
      arena.append(buffer, ByteRange(start: position, count: size))
      position += size
      return size
    }
    return try fetch(into: &arena, upTo: count)
  }

  /// Appends the next line without its line feed to an arena; false at the end.
  ///
  /// A line of more than `limit` bytes is a failure.
  public mutating func readLine(into arena: inout ByteArena, limit: Int = 1 << 20)
    throws(Failure) -> Bool
  {
    var searched = position
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n"), from: searched, to: buffer.count) {
        arena.append(buffer, ByteRange(start: position, count: end - position))
        position = end + 1
        return true
      }
      guard buffer.count - position <= limit else {
        throw Failure(
          .fileTooLarge, "a line is longer than \(limit) bytes", at: SourceLocation(file: name))
      }
      if isOver { break }
      if position > 0 {
        var rest = ByteArena(capacity: buffer.count - position + (1 << 16))
        rest.append(buffer, ByteRange(start: position, count: buffer.count - position))
        buffer = rest
        position = 0
      }
      searched = buffer.count
      _ = try fetchMore()
    }
    guard position < buffer.count else { return false }
    arena.append(buffer, ByteRange(start: position, count: buffer.count - position))
    position = buffer.count
    return true
  }

  private mutating func fetchMore() throws(Failure) -> Int {
    var arena = ByteArena()
    swap(&arena, &buffer)
    defer { swap(&arena, &buffer) }
    return try fetch(into: &arena, upTo: 1 << 16)
  }

  private mutating func fetch(into arena: inout ByteArena, upTo count: Int) throws(Failure) -> Int {
    guard !isOver, count > 0 else { return 0 }
    var failed: Int32 = 0
    let before = arena.count
    repeat {
      failed = 0
      unsafe arena.appendUnsafe(room: count) { room in
        let got = unsafe systemRead(descriptor.number, room.baseAddress, room.count)
        if got < 0 { failed = errno }
        return max(0, got)
      }
    } while failed == EINTR && Signals.caught == nil
    if failed == EINTR { throw Failure(.cancelled, "stopped before it was done") }
    guard failed == 0 else { throw .system(failed, "read", name) }
    if arena.count == before { isOver = true }
    return arena.count - before
  }
}
