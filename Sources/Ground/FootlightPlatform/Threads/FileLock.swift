/// A lock that one owner at a time holds, over all processes, until it is destroyed.
///
/// The operating system drops it when the process dies; the file itself stays, and holds the
/// process id of the holder for messages.
///
/// C: flock.
package struct FileLock: ~Copyable, Sendable {
  private let descriptor: Descriptor
  /// The path of the lock file.
  package let path: String
  /// Whether the file may hold the id of this process.
  private let namesHolder: Bool

  /// Takes the lock or fails with `lock.held`; with `waiting`, waits until it is free, for so many seconds at most
  /// where a limit is given.
  ///
  /// `whenWaiting` is called once, with the holder's process id, before the waiting begins.
  package init(
    path: String, files: FileOperations = .system, waiting: Bool = false,
    atMost seconds: Int = .max,
    cancellation: Cancellation? = nil, whenWaiting: (Int32?) -> Void = { _ in }
  ) throws(Failure) {
    try files.step(.lock(path))
    let descriptor = try FileLock.open(path)
    var hasWaited = false
    var looks = 0
    var waits = 0
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno, "lock", path) }
      let holder = FileLock.holder(path)
      guard waiting, waits / 50 < seconds else {
        // Between taking the lock and writing its id, or at letting go, a holder has no name:
        // look again a moment later.
        looks += 1
        if holder == nil, looks < 20 {
          usleep(5_000)
          continue
        }
        let name = holder.map { "process \($0)" } ?? "another process"
        throw Failure(
          .lockHeld, "\(name) holds the lock", at: SourceLocation(file: path),
          remedy: "try again when it is done, or wait for it")
      }
      if !hasWaited { whenWaiting(holder) }
      hasWaited = true
      try cancellation?.check()
      waits += 1
      usleep(20_000)
    }
    // A file that does not hold a process id was written by somebody else, and is left as it is.
    namesHolder = FileLock.isOwn(descriptor, path)
    self.path = path
    guard namesHolder else {
      self.descriptor = descriptor
      return
    }
    // Without the id the lock is as good: a full disk must not matter here.
    _ = ftruncate(descriptor.number, 0)
    let text = ByteArena("\(getpid())\n")
    do throws(Failure) {
      try text.withSpan(text.all) { span throws(Failure) in
        try descriptor.write(span, at: 0, path: path)
      }
    } catch {}
    self.descriptor = descriptor
  }

  deinit {
    if namesHolder { _ = ftruncate(descriptor.number, 0) }
    // A program that another thread is starting has it open for a moment, too, and would hold the lock.
    _ = flock(descriptor.number, LOCK_UN)
  }

  /// Opens the file, makes it where there is none, and changes nothing in it.
  ///
  /// C: open with O_NOFOLLOW: a link could lead to any file of the user, which would be emptied.
  private static func open(_ path: String) throws(Failure) -> Descriptor {
    do throws(Failure) {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
      let descriptor = try Descriptor(
        path: path, flags: flags, permissions: 0o600, action: "lock")
      try descriptor.refuseForeign(path: path)
      return descriptor
    } catch {
      guard try FileStatus.of(path, followingLinks: false)?.kind == .link else { throw error }
      throw Failure(
        .filePath, "the lock is a link, which is not followed", at: SourceLocation(file: path),
        remedy: "look where it leads and who made it, then remove it")
    }
  }

  /// Whether an open file holds nothing, or the id of a process: that is what this program writes.
  private static func isOwn(_ descriptor: borrowing Descriptor, _ path: String) -> Bool {
    do throws(Failure) {
      var contents = ByteArena()
      let count = try descriptor.read(into: &contents, at: 0, upTo: 64, path: path)
      return count < 64
        && contents.bytes(contents.all).allSatisfy { byte in
          // After a power cut a file can have its size and not its bytes.
          byte == 0 || byte == UInt8(ascii: "\n")
            || byte.isDigit
        }
    } catch {
      return false
    }
  }

  /// The process id that the lock file names; nil when nobody holds the lock.
  package static func holder(_ path: String) -> Int32? {
    do throws(Failure) {
      let contents = try File.readWhole(path, limit: 64)
      let text = contents.text(contents.all)
      return text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
    } catch {
      return nil
    }
  }
}
