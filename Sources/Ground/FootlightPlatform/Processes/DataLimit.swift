/// The words of a shell that hold a program to so many bytes of data.
///
/// Data, not address space: many programs reserve far more than they use. Linux counts what is
/// reserved for writing as data, so a program that was built with AddressSanitizer, which reserves
/// terabytes, could not start: such a build (`SANITIZED`, see Scripts/sanitize) sets no limit.
///
/// Linux: setrlimit(2), RLIMIT_DATA.
func dataLimit(_ bytes: Int) -> String {
  #if SANITIZED
    "true"
  #else
    "ulimit -d \(bytes / 1024)"
  #endif
}
