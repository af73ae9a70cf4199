/// A file and how it looked when it was read: a query tells by one `stat` whether it changed.
package struct WatchedFile: Sendable, Hashable {
  /// The absolute path.
  package var path: String
  /// Its size in bytes.
  package var size: Int64
  /// When it was written last, in nanoseconds since 1970.
  package var modified: Int64

  /// Describes a file.
  package init(path: String, size: Int64, modified: Int64) {
    self.path = path
    self.size = size
    self.modified = modified
  }
}
