import FileHandles
package import FootlightPlatform

/// The mark of a generation file, by which it is told from the files of others: the application id of SQLite, and the
/// name that it was written under.
package enum SegmentMark {
  /// The application id, "FOOg".
  package static let application: UInt32 = 0x464F_4F67
  /// The rows of `seg`: the header, and the name of the file.
  package static let headerRow: Int64 = 0
  package static let nameRow: Int64 = 1

  /// Whether a file is a generation, written under the name that it has now, whole or not.
  ///
  /// A renamed copy of one belongs to who made the copy. One that is marked, and whose name cannot
  /// be read, was left by a build that did not end, or is damaged.
  package static func isOurs(_ path: String) throws(Failure) -> Bool {
    // A build that ended before its first byte left nothing but the name.
    if let status = try FileStatus.of(path, followingLinks: false), status.kind == .file,
      status.size == 0
    {
      return true
    }
    guard try DatabaseMark.application(of: path) == application else { return false }
    guard let database = tables(path), let row = database.table("seg") else { return true }
    var name = ByteArena()
    guard row.copyBlob(nameRow, into: &name) else { return true }
    return name.text(name.all) == Path.name(of: path)
  }

  private static func tables(_ path: String) -> MappedTables? {
    do throws(Failure) {
      return try MappedTables(path: path)
    } catch {
      return nil
    }
  }
}
