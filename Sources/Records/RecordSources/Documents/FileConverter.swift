package import FootlightPlatform

/// Appends the text of the file with a number, in the way that whoever made it knows; asking in the order of the files
/// waits least.
package typealias FileConverter =
  @Sendable (_ file: Int, _ bytes: inout ByteArena) throws(Failure) -> Void
