package import FootlightPlatform

/// Makes text of the files of a source, in the way that whoever made it knows.
package struct FileConverter: Sendable {
  private let convert: @Sendable (_ file: Int, _ bytes: inout ByteArena) throws(Failure) -> Void

  package init(
    _ convert: @escaping @Sendable (_ file: Int, _ bytes: inout ByteArena) throws(Failure) -> Void
  ) {
    self.convert = convert
  }

  /// Appends the text of the file with a number; asking in the order of the files waits least.
  package func append(_ file: Int, to bytes: inout ByteArena) throws(Failure) {
    try convert(file, &bytes)
  }
}
