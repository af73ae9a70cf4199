public import FootlightDiagnostics
import FootlightPlatform

/// What the first page of a database says of who made it.
///
/// Source: https://www.sqlite.org/fileformat2.html, section 1.3.
public enum DatabaseMark {
  private static let magic = Array("SQLite format 3\0".utf8)

  /// The application id; nil for what is no database, no regular file, or a link.
  ///
  /// What stands in a write-ahead log beside it is not looked at.
  public static func application(of path: String) throws(Failure) -> UInt32? {
    guard try FileStatus.of(path, followingLinks: false)?.kind == .file else { return nil }
    let file = try File(path: path)
    var page = ByteArena(capacity: 128)
    guard try file.read(into: &page, at: 0, upTo: 100) == 100,
      page.bytes(ByteRange(start: 0, count: magic.count)) == magic
    else { return nil }
    return UInt32(bigEndian: page.load(68, as: UInt32.self))
  }
}
