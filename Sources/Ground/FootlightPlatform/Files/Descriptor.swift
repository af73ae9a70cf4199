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

  /// Another number for the same open file.
  ///
  /// C: fcntl with F_DUPFD_CLOEXEC.
  func duplicate(path: String) throws(Failure) -> Descriptor {
    let other = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard other >= 0 else { throw .system(errno, "open", path) }
    return Descriptor(owned: other)
  }

  /// Hands the number over to somebody who closes it.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
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

  /// Refuses what is no regular file, or has another name beside this one.
  ///
  /// C: fstat.
  func refuseForeign(path: String) throws(Failure) {
    var facts = stat()
    guard unsafe fstat(number, &facts) == 0 else { throw .system(errno, "look at", path) }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink <= 1 else {
      throw Failure(
        .fileWrongKind, "this is no file of its own: it is no regular file, or has a second name",
        at: SourceLocation(file: path), remedy: "look what it is, and move it away")
    }
  }

  /// Forces what was written to the disk.
  ///
  /// C: fsync.
  func synchronize(path: String) throws(Failure) {
    guard uninterrupted({ fsync(number) }) == 0 else { throw .system(errno, "fsync", path) }
  }
}
