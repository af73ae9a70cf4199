public import FootlightDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ByteArena {
  /// All bytes of a file, a pipe or a device; more than `limit` are refused.
  ///
  /// Unlike ``File`` it takes whatever can be read from front to back. C: open, read.
  public static func reading(stream path: String, limit: Int = 1 << 30) throws(Failure) -> ByteArena
  {
    try reading(Descriptor(path: path, flags: O_RDONLY, action: "open"), path, limit)
  }

  /// All bytes of standard input; more than `limit` are refused. C: read.
  public static func readingStandardInput(limit: Int = 1 << 30) throws(Failure) -> ByteArena {
    try reading(stream: "/dev/stdin", limit: limit)
  }

  private static func reading(
    _ descriptor: borrowing Descriptor, _ path: String, _ limit: Int
  ) throws(Failure) -> ByteArena {
    var contents = ByteArena(capacity: 1 << 16)
    while true {
      let before = contents.count
      var failed: Int32 = 0
      unsafe contents.appendUnsafe(room: 1 << 16) { room in
        let got = uninterrupted { unsafe read(descriptor.number, room.baseAddress, room.count) }
        if got < 0 { failed = errno }
        return max(0, got)
      }
      guard failed == 0 else { throw .system(failed, "read", path) }
      if contents.count == before { return contents }
      guard contents.count <= limit else {
        throw Failure(
          .fileTooLarge, "there are more than \(limit) bytes", at: SourceLocation(file: path))
      }
    }
  }
}
