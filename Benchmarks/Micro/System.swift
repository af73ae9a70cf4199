import FootlightPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Processor time, which other processes do not change.
enum Clock {
  /// Nanoseconds that this thread has worked.
  static func thread() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Just enough of files for a benchmark.
enum Files {
  /// The first bytes of a file, or nil.
  static func contents(_ path: String, upTo limit: Int) -> ByteArena? {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = ByteArena(capacity: limit)
    var isAtEnd = false
    while !isAtEnd, bytes.count < limit {
      let room = min(1 << 20, limit - bytes.count)
      unsafe bytes.appendUnsafe(room: room) { buffer in
        let count = max(0, unsafe read(descriptor, buffer.baseAddress, room))
        isAtEnd = count == 0
        return count
      }
    }
    return bytes
  }
}
