/// One name in a folder.
package struct FolderEntry: Sendable, Hashable {
  /// The name; when it is no valid UTF-8, a repaired one that opens nothing.
  package var name: String
  /// Whether the name is what the disk holds.
  package var isExact: Bool
  /// The kind of the entry; links are not followed.
  package var kind: FileStatus.Kind
}

/// Read-only questions about folders.
package enum Folder {
  /// The entries of a folder in byte order of their names, without `.` and `..`.
  ///
  /// C: opendir, readdir.
  package static func entries(of path: String) throws(Failure) -> [FolderEntry] {
    try checkPath(path)
    guard let stream = unsafe opendir(path) else { throw .system(errno, "list", path) }
    defer { unsafe closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw .system(errno, "list", path) }
        break
      }
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
        unsafe [UInt8](name.prefix { $0 != 0 })
      }
      if bytes == [point] || bytes == [point, point] { continue }
      let exact = String(validating: bytes, as: UTF8.self)
      let name = exact ?? String(decoding: bytes, as: UTF8.self)
      let kind: FileStatus.Kind
      switch unsafe Int(entry.pointee.d_type) {
      case Int(DT_REG): kind = .file
      case Int(DT_DIR): kind = .folder
      case Int(DT_LNK): kind = .link
      case Int(DT_UNKNOWN):
        kind = try FileStatus.of(Path.join(path, name), followingLinks: false)?.kind ?? .other
      default: kind = .other
      }
      entries.append(FolderEntry(name: name, isExact: exact != nil, kind: kind))
    }
    return entries.sorted { $0.name.precedesInBytes($1.name) }
  }

  /// Whether a path names a folder.
  package static func exists(_ path: String) throws(Failure) -> Bool {
    try FileStatus.of(path)?.kind == .folder
  }

  private static var point: UInt8 { UInt8(ascii: ".") }
}

extension String {
  /// Whether the UTF-8 of this text comes before that of another.
  ///
  /// `<` would compare normalised text, in which different names can be equal.
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
