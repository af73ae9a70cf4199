/// Cursors over the sources of a merge, side by side in memory.
///
/// Hot: a merge goes from one cursor to another with every step. A pointer, because objects would be counted, and asked each
/// time whether somebody else is changing them, which was a tenth of a build (`Benchmarks inversion`).
@safe
struct CursorList<Cursor: ~Copyable & Sendable>: ~Copyable, Sendable {
  // Safe: the memory belongs to this value alone, and every access is compared with the count.
  private nonisolated(unsafe) let cursors: UnsafeMutablePointer<Cursor>
  private let room: Int
  private(set) var count = 0

  /// An empty list with room for so many.
  init(room: Int) {
    self.room = room
    unsafe cursors = UnsafeMutablePointer<Cursor>.allocate(capacity: max(1, room))
  }

  deinit {
    unsafe cursors.deinitialize(count: count)
    unsafe cursors.deallocate()
  }

  mutating func append(_ cursor: consuming Cursor) {
    precondition(count < room)
    unsafe (cursors + count).initialize(to: cursor)
    count += 1
  }

  /// Lends one of them.
  @inline(__always)
  mutating func with<Value, Problem: Error>(
    _ index: Int, _ body: (inout Cursor) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return try unsafe body(&cursors[index])
  }

  /// Lends two of them to somebody who compares them.
  @inline(__always)
  func compare<Value>(
    _ one: Int, _ other: Int, _ body: (borrowing Cursor, borrowing Cursor) -> Value
  ) -> Value {
    precondition(UInt(bitPattern: one) < UInt(bitPattern: count))
    precondition(UInt(bitPattern: other) < UInt(bitPattern: count))
    return unsafe body(cursors[one], cursors[other])
  }
}
