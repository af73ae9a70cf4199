public import FootlightDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock that one owner at a time holds, over all processes, until it is destroyed.
///
/// The operating system drops it when the process dies; the file itself stays, and holds the
/// process id of the holder for messages.
///
/// C: flock.
public struct FileLock: ~Copyable, Sendable {
  private let descriptor: Descriptor
  /// The path of the lock file.
  public let path: String

  /// Takes the lock or fails with `lock.held`; with `waiting`, waits until it is free.
  ///
  /// `whenWaiting` is called once, with the holder's process id, before the waiting begins.
  public init(
    path: String, files: FileOperations = .system, waiting: Bool = false,
    cancellation: Cancellation? = nil, whenWaiting: (Int32?) -> Void = { _ in }
  ) throws(Failure) {
    try files.step(.lock(path))
    let descriptor = try Descriptor(path: path, flags: O_RDWR | O_CREAT, action: "lock")
    var hasWaited = false
    var looks = 0
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno, "lock", path) }
      let holder = FileLock.holder(path)
      guard waiting else {
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
      usleep(20_000)
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
    self.path = path
  }

  deinit {
    _ = ftruncate(descriptor.number, 0)
  }

  /// The process id that the lock file names; nil when nobody holds the lock.
  public static func holder(_ path: String) -> Int32? {
    do throws(Failure) {
      let contents = try File.readWhole(path, limit: 64)
      let text = contents.text(contents.all)
      return text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
    } catch {
      return nil
    }
  }
}
