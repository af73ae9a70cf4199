/// A finished file, read in place: its pages are those of the operating system's cache.
///
/// For files that nobody changes any more; one that is made shorter while it is mapped ends the
/// process (SIGBUS). A deleted file stays readable.
@safe
package final class MappedFile: Sendable {
  // Written in `init` alone; the memory is read-only.
  private nonisolated(unsafe) let start: UnsafeRawPointer?
  /// The size of the file in bytes.
  package let count: Int

  /// Maps a regular file.
  ///
  /// C: open, mmap.
  ///
  /// - Throws: `file.missing`, `file.permission`, `file.wrong-kind` and what else the system says.
  package init(path: String) throws(Failure) {
    let descriptor = try Descriptor(path: path, flags: O_RDONLY | O_NONBLOCK, action: "open")
    let status = try FileStatus(descriptor: descriptor, path: path)
    guard status.kind == .file else {
      throw Failure(.fileWrongKind, "this is no regular file", at: SourceLocation(file: path))
    }
    count = status.size
    guard count > 0 else {
      unsafe start = nil
      return
    }
    let mapped = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor.number, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      throw .system(errno, "map", path)
    }
    unsafe start = UnsafeRawPointer(mapped)
  }

  /// C: munmap.
  deinit {
    if let start = unsafe start { unsafe munmap(UnsafeMutableRawPointer(mutating: start), count) }
  }

  /// Has the system enter the pages into the process's tables now, instead of one by one when they
  /// are met; reads what is not in its cache.
  ///
  /// Nothing happens where the system cannot.
  ///
  /// C: madvise with MADV_POPULATE_READ (Linux 5.14).
  package func populate() {
    #if canImport(Glibc)
      let populateForReading: Int32 = 22
      if let start = unsafe start {
        _ = unsafe madvise(
          UnsafeMutableRawPointer(mutating: start), count, populateForReading)
      }
    #endif
  }

  /// Where the file begins; nil where it is empty.
  ///
  /// The address holds as long as this object does.
  @unsafe
  package var address: UnsafeRawPointer? { unsafe start }
}
