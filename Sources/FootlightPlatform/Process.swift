#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process itself.
public enum Process {
  /// Ends it with an exit code, without running what others left for its end.
  ///
  /// C: _exit.
  ///
  /// Nothing of ours waits there, and the memory of an open index need not be given back page by
  /// page.
  public static func exit(_ code: Int32) -> Never {
    _exit(code)
  }
}
