/// A file that pages need.
///
/// Its name changes with its content, so that browsers may keep it for good.
package struct PageAsset: Sendable {
  /// The path below the root of the site.
  package let path: String
  /// The media type.
  package let contentType: String
  /// The content.
  package let bytes: [UInt8]

  init(path: String, contentType: String, text: String) {
    self.path = path
    self.contentType = contentType
    bytes = Array(text.utf8)
  }
}
