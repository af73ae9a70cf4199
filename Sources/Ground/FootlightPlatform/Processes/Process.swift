import CKernel

/// The process itself.
package enum Process {
  /// Opens the null device for each standard stream that is closed.
  ///
  /// Otherwise the next file that is opened would take its number, and what is printed would be
  /// written into that file. C: fcntl, open.
  package static func occupyStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is given, which is this one. It stays open on purpose.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// The path of the program that runs, with every link followed; nil where the system does not say.
  ///
  /// C: readlink, on macOS _NSGetExecutablePath.
  package static var executable: String? {
    #if canImport(Darwin)
      var size = UInt32(4096)
      var bytes = [CChar](repeating: 0, count: Int(size))
      guard unsafe _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      let text = String(
        decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return try? Path.resolved(text)
    #else
      var bytes = [CChar](repeating: 0, count: 4096)
      let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
      guard count > 0, count < bytes.count else {
        // Nothing is mounted there: the kernel has told it at the start, too.
        guard let name = unsafe footlight_executable() else { return nil }
        return try? Path.resolved(unsafe String(cString: name))
      }
      return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
  }

  /// The words with which the process was started, the program's own name first.
  ///
  /// Swift reads them in /proc, which may not be mounted; then they are taken from where the kernel has laid them.
  package static var arguments: [String] {
    let known = CommandLine.arguments
    return known.isEmpty ? startedWith ?? [] : known
  }

  /// The same without /proc; nil when the environment has been moved since.
  package static var startedWith: [String]? {
    var count: Int32 = 0
    guard let words = unsafe footlight_arguments(&count) else { return nil }
    return (0..<Int(count)).compactMap { place in
      unsafe words[place].map { unsafe String(cString: $0) }
    }
  }

  /// Lets other processes go first, as far as the operating system heeds that.
  ///
  /// C: nice.
  package static func lowerPriority() {
    _ = nice(5)
  }

  /// Ends it with an exit code, without running what others left for its end.
  ///
  /// C: _exit.
  ///
  /// Nothing of ours waits there, and the memory of an open index need not be given back page by
  /// page.
  package static func exit(_ code: Int32) -> Never {
    _exit(code)
  }
}
