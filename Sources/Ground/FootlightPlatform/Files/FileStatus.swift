/// The metadata of a file: enough to tell whether it can have changed.
package struct FileStatus: Sendable, Hashable {
  /// The kind of thing that a path names.
  package enum Kind: Sendable, Hashable {
    case file
    case folder
    case link
    /// A pipe, a socket, a device.
    case other
  }

  /// The device that holds it.
  package var device: UInt64
  /// Its number on the device.
  package var inode: UInt64
  /// Its size in bytes.
  package var size: Int
  /// When its contents changed, in nanoseconds since 1970.
  package var modified: Int64
  /// When its contents or its attributes changed, in nanoseconds since 1970.
  package var changed: Int64
  /// The kind of thing it is.
  package var kind: Kind
  /// The permission bits for owner, group and others.
  package var permissions: UInt32

  /// The status of a path; nil when there is nothing.
  ///
  /// C: stat, lstat.
  package static func of(_ path: String, followingLinks: Bool = true) throws(Failure)
    -> FileStatus?
  {
    try checkPath(path)
    var facts = stat()
    let code = unsafe followingLinks ? stat(path, &facts) : lstat(path, &facts)
    if code == 0 { return FileStatus(facts) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .system(errno, "look at", path)
  }

  /// The status of an open file.
  ///
  /// C: fstat.
  init(descriptor: borrowing Descriptor, path: String) throws(Failure) {
    var facts = stat()
    guard unsafe fstat(descriptor.number, &facts) == 0 else {
      throw .system(errno, "look at", path)
    }
    self.init(facts)
  }

  private init(_ facts: stat) {
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    inode = UInt64(facts.st_ino)
    size = Int(facts.st_size)
    #if canImport(Darwin)
      modified = nanoseconds(facts.st_mtimespec)
      changed = nanoseconds(facts.st_ctimespec)
    #else
      modified = nanoseconds(facts.st_mtim)
      changed = nanoseconds(facts.st_ctim)
    #endif
    permissions = UInt32(facts.st_mode & 0o777)
    kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
  }

  /// The permissions of a copy: nobody but its owner may do more than with the file itself.
  package var permissionsOfCopy: UInt32 { permissions & 0o066 | 0o600 }
}

// A file system may claim any time: no trap.
private func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
