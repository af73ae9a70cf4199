import CKernel

/// Work of libraries that cannot be stopped, in a process of its own: it ends alone where it comes to no end, takes all
/// memory or crashes.
package enum ForkedWork {
  /// The texts that the work hands over, none of which holds a NUL; nil where its process did not end by itself, or
  /// hands over more bytes than that.
  ///
  /// It may use so many seconds of the processor, and the memory that this process may use. Only for a process with one
  /// thread: others are not there in the new one, but what they have locked is.
  ///
  /// C: fork, setrlimit, alarm, poll, read.
  package static func texts(
    seconds: Int, limit: Int, _ work: (_ hand: (String) -> Void) -> Void
  ) throws(Failure) -> [String]? {
    let pipe = try Pipe(for: "a reader")
    let (reading, writing) = (pipe.readingNumber, pipe.writing.number)
    let child = footlight_fork()
    if child == 0 {
      // Where the other process reads no more, or has ended, writing fails.
      close(reading)
      limitTime(to: seconds)
      // Of a copy there are no copies, and it reaches no process but itself.
      _ = footlight_confine_calls(0, 0)
      work { text in if !send(text, to: writing) { _exit(1) } }
      _exit(0)
    }
    guard child > 0 else { throw .system(errno, "start", "a reader") }
    var found = ByteArena()
    // Once this process can no longer write, the end of the other one is the end of the pipe.
    var failure: Failure?
    if let reading = pipe.takeReading() {
      var state = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
      do throws(Failure) {
        while found.count <= limit {
          _ = unsafe poll(&state, 1, -1)
          if try receive(reading.number, &found, 1 << 16, "a reader") == 0 { break }
        }
      } catch {
        failure = error
      }
    }
    let code = ProcessFamily.collect(child)
    if let failure { throw failure }
    guard code == 0, found.count <= limit else { return nil }
    return found.bytes(found.all).split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Holds this process to so many seconds of the processor, and to four times as many and a minute by the clock.
  private static func limitTime(to seconds: Int) {
    #if canImport(Glibc)
      let time = __rlimit_resource_t(UInt32(RLIMIT_CPU.rawValue))
    #else
      let time = RLIMIT_CPU
    #endif
    // Where the limit is lower already it stays.
    var limit = rlimit(rlim_cur: rlim_t(seconds), rlim_max: rlim_t(seconds))
    unsafe setrlimit(time, &limit)
    alarm(UInt32(clamping: 4 * seconds + 60))
  }

  /// Writes a text and a NUL; false when nobody reads any more.
  private static func send(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = Array(text.utf8) + [0]
    return unsafe bytes.withUnsafeBytes { all in
      var sent = 0
      while sent < all.count {
        let count = uninterrupted {
          unsafe write(descriptor, all.baseAddress.map { unsafe $0 + sent }, all.count - sent)
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }
}
