/// A finished file, read in place: its pages are those of the operating system's cache.
///
/// For files that nobody changes any more; one that is made shorter while it is mapped ends the
/// process (SIGBUS). A deleted file stays readable.
///
/// Hot: a chunk of an index is found by a walk through pages that reads some hundred numbers here;
/// inlinable, since as calls of a generic function those took ten times as long (`Benchmarks query`). Public, since a
/// generic function that is the package's alone is not specialised in another module.
@safe
public final class MappedFile: Sendable {
  // Written in `init` alone; the memory is read-only.
  @usableFromInline nonisolated(unsafe) let start: UnsafeRawPointer?
  /// The size of the file in bytes.
  public let count: Int
  /// The path that was opened.
  package let path: String

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
    self.path = path
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

  /// The address of `size` bytes from an offset on, nil when they do not all lie in the file.
  ///
  /// The address holds as long as this object does.
  @unsafe
  @inlinable
  @inline(__always)
  public func address(_ offset: Int, size: Int) -> UnsafeRawPointer? {
    guard let start = unsafe start, offset >= 0, size >= 0, offset <= count,
      size <= count &- offset
    else { return nil }
    return unsafe start + offset
  }

  /// A number that stands with its most significant byte first, nil outside the file.
  @inlinable
  @inline(__always)
  public func load<Number: FixedWidthInteger & BitwiseCopyable>(
    bigEndian offset: Int, as type: Number.Type = Number.self
  ) -> Number? {
    guard let place = unsafe address(offset, size: MemoryLayout<Number>.size) else { return nil }
    return unsafe Number(bigEndian: place.loadUnaligned(as: Number.self))
  }

  /// Appends `size` bytes from an offset on; false when they do not all lie in the file.
  package func copy(_ offset: Int, size: Int, into arena: inout ByteArena) -> Bool {
    guard let place = unsafe address(offset, size: size) else { return false }
    let bytes = unsafe UnsafeBufferPointer(
      start: place.assumingMemoryBound(to: UInt8.self), count: size)
    unsafe arena.append(bytes.span)
    return true
  }
}
