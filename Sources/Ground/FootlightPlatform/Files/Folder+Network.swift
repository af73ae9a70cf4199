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
