#if os(Linux)
  package import FootlightPlatform

  /// The POSIX locks on a file, as the kernel lists them.
  package enum HeldLocks {
    /// How many there are, whoever holds them.
    package static func count(on path: String) throws(Failure) -> Int {
      guard let inode = try FileStatus.of(path)?.inode else { return 0 }
      let lines = try File.readWhole("/proc/locks")
      return lines.text(lines.all).split(separator: "\n").count { $0.contains(":\(inode) ") }
    }
  }
#endif
