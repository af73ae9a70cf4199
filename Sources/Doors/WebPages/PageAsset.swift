import FootlightPlatform

/// A file that pages need.
///
/// Its name changes with its content, so that browsers may keep it for good.
struct PageAsset: Sendable {
  /// The path below the root of the site.
  let path: String
  /// The media type.
  let contentType: String
  /// The content.
  let bytes: [UInt8]

  private init(_ stem: String, _ suffix: String, contentType: String, _ text: EmbeddedText) {
    bytes = text.bytes
    path = "assets/\(stem)-\(SHA256.hexadecimal(of: bytes).prefix(10)).\(suffix)"
    self.contentType = contentType
  }

  /// Colours, columns and letters.
  static let style = PageAsset(
    "page", "css", contentType: "text/css; charset=utf-8", .pageStyle)
  /// Typing, keys and history.
  static let script = PageAsset(
    "page", "js", contentType: "text/javascript; charset=utf-8", .pageScript)
  /// A lamp at the edge of a stage.
  static let icon = PageAsset("icon", "svg", contentType: "image/svg+xml", .pageIcon)

  /// All files that pages need.
  static let all = [style, script, icon]
}
