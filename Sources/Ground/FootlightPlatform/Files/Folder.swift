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

extension Folder {
  /// Whether this user may change what is in a folder, or a file; false for what is not there.
  ///
  /// C: access.
  package static func mayWrite(_ path: String) -> Bool {
    guard !path.utf8.contains(0) else { return false }
    return unsafe access(path, W_OK) == 0
  }
}

extension Folder {
  /// Whether a folder lies on a network file system, where locks may not hold.
  ///
  /// Asks `/proc/self/mountinfo` (proc(5)); false where there is none.
  package static func isOnNetwork(_ path: String) -> Bool {
    do throws(Failure) {
      let place = try Path.resolved(path)
      let mounts = try File.readWhole("/proc/self/mountinfo", limit: 1 << 22)
      let kind = fileSystem(of: place, mounts: mounts.text(mounts.all))
      return kind.map { networkFileSystems.contains($0) } ?? false
    } catch {
      return false
    }
  }

  /// The kind of file system that holds a path: that of the deepest mount above it.
  static func fileSystem(of path: String, mounts: String) -> String? {
    var best: (depth: Int, kind: String)?
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 6, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else {
        continue
      }
      let point = String(fields[4])
      // A later mount on the same point covers an earlier one.
      if Path.isInside(path, point), point.utf8.count >= best?.depth ?? 0 {
        best = (point.utf8.count, String(fields[dash + 1]))
      }
    }
    return best?.kind
  }

  private static var networkFileSystems: Set<String> {
    [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs",
      "fuse.glusterfs", "fuse.s3fs", "lustre", "coda", "beegfs",
    ]
  }
}
