import FootlightDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file descriptor with one owner, closed when that goes.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32
  private let isOwned: Bool

  /// A descriptor that belongs to somebody else and stays open.
  init(lent number: Int32) {
    self.number = number
    isOwned = false
  }

  /// Takes over a descriptor that the operating system has just handed out.
  init(owned number: Int32) {
    self.number = number
    isOwned = true
  }

  /// Opens a path.
  ///
  /// C: open.
  init(path: String, flags: Int32, permissions: UInt32 = 0o666, action: String) throws(Failure) {
    try checkPath(path)
    let number = uninterrupted {
      unsafe open(path, flags | O_CLOEXEC | O_NOCTTY, mode_t(permissions))
    }
    guard number >= 0 else { throw .system(errno, action, path) }
    self.number = number
    isOwned = true
  }

  /// C: close.
  deinit {
    if isOwned { _ = close(number) }
  }

  /// Writes all bytes, at an offset or where the file stands.
  ///
  /// C: write, pwrite.
  func write(_ bytes: borrowing Span<UInt8>, at offset: Int? = nil, path: String) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBufferPointer { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[done...])
        return uninterrupted {
          if let offset {
            unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
          } else {
            unsafe systemWrite(number, rest.baseAddress, rest.count)
          }
        }
      }
      guard written >= 0 else { throw .system(errno, "write", path) }
      done += written
    }
  }

  /// Appends up to `count` bytes from `offset` on to an arena.
  ///
  /// C: pread.
  func read(into arena: inout ByteArena, at offset: Int, upTo count: Int, path: String)
    throws(Failure) -> Int
  {
    var done = 0
    while done < count {
      var failed: Int32 = 0
      let before = arena.count
      unsafe arena.appendUnsafe(room: count - done) { room in
        let got = uninterrupted {
          unsafe pread(number, room.baseAddress, room.count, off_t(offset + done))
        }
        if got < 0 { failed = errno }
        return max(0, got)
      }
      guard failed == 0 else { throw .system(failed, "read", path) }
      if arena.count == before { break }
      done += arena.count - before
    }
    return done
  }

  /// Forces what was written to the disk.
  ///
  /// C: fsync.
  func synchronize(path: String) throws(Failure) {
    guard uninterrupted({ fsync(number) }) == 0 else { throw .system(errno, "fsync", path) }
  }
}

private func systemWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, start, count)
}
