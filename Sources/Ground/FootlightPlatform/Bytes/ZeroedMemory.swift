/// Memory that holds zeros until something is written: a large one costs nothing before, since the system hands it out
/// page by page.
///
/// Hot: for tables with a place for every document of an index, of which a query writes few (`Benchmarks query`).
@safe
package struct ZeroedMemory: ~Copyable, Sendable {
  // Safe: the memory belongs to this value alone; who asks for the pointer owns this value, and checks places.
  /// Where it begins; good as long as this value lives.
  package nonisolated(unsafe) let start: UnsafeMutableRawPointer
  /// Its size in bytes.
  package let count: Int

  /// C: calloc.
  package init(count: Int) {
    self.count = count
    // Without memory the program ends there, as at every allocation.
    unsafe start =
      calloc(max(1, count), 1)
      ?? UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
  }

  /// C: free.
  deinit { unsafe free(start) }

  /// Writes zeros everywhere, so that the system hands all of it out now.
  package func populate() {
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }
}
