/// A file that is open for writing; every step passes through the operations that made it.
package struct WritableFile: ~Copyable, Sendable {
  let descriptor: Descriptor
  /// The path of the file.
  package let path: String
  let operations: FileOperations

  /// Appends bytes of an arena.
  ///
  /// C: write.
  package func write(_ bytes: borrowing ByteArena, _ range: ByteRange) throws(Failure) {
    try bytes.withSpan(range) { span throws(Failure) in
      try write(span)
    }
  }

  /// Appends lent bytes.
  ///
  /// C: write.
  package func write(_ bytes: borrowing Span<UInt8>) throws(Failure) {
    try operations.step(.write(path, bytes: bytes.count))
    try descriptor.write(bytes, path: path)
  }

  /// Writes bytes of an arena at an offset.
  ///
  /// C: pwrite.
  package func write(_ bytes: borrowing ByteArena, _ range: ByteRange, at offset: Int)
    throws(Failure)
  {
    try operations.step(.write(path, bytes: Int(range.count)))
    try bytes.withSpan(range) { span throws(Failure) in
      try descriptor.write(span, at: offset, path: path)
    }
  }

  /// Appends up to `count` bytes from `offset` on to an arena; returns how many there were.
  ///
  /// For scratch files, which are read again by those who wrote them.
  ///
  /// C: pread.
  package func read(into arena: inout ByteArena, at offset: Int, upTo count: Int) throws(Failure)
    -> Int
  {
    try descriptor.read(into: &arena, at: offset, upTo: count, path: path)
  }

  /// Cuts the file off or fills it with zeros.
  ///
  /// C: ftruncate.
  package func truncate(to size: Int) throws(Failure) {
    try operations.step(.truncate(path, size: size))
    guard uninterrupted({ ftruncate(descriptor.number, off_t(size)) }) == 0 else {
      throw .system(errno, "truncate", path)
    }
  }

  /// Forces what was written to the disk.
  ///
  /// C: fsync.
  package func synchronize() throws(Failure) {
    try operations.step(.synchronize(path))
    try descriptor.synchronize(path: path)
  }
}
