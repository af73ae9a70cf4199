import FootlightPlatform

/// A picture that pages may show: what it is stands in its first bytes, whatever its name or its record says.
struct PictureFile: Sendable {
  let contentType: String
  let bytes: [UInt8]

  /// The largest that is sent, in bytes.
  static let largest = 8 << 20

  /// Reads a file; nil where it is too large, or no picture of a kind without scripts.
  init?(_ path: String) {
    guard let contents = try? File.readWhole(path, limit: PictureFile.largest) else { return nil }
    bytes = contents.bytes(contents.all)
    guard let type = PictureFile.type(bytes) else { return nil }
    contentType = type
  }

  private static func type(_ bytes: [UInt8]) -> String? {
    func stands(_ text: StaticString, at place: Int) -> Bool {
      bytes.dropFirst(place).starts(with: text.description.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if stands("GIF87a", at: 0) || stands("GIF89a", at: 0) { return "image/gif" }
    if stands("RIFF", at: 0), stands("WEBP", at: 8) { return "image/webp" }
    if stands("ftypavif", at: 4) { return "image/avif" }
    return nil
  }
}
