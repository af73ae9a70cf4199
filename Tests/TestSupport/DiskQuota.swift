import FileHandles
package import FootlightPlatform

/// A disk with room for so many bytes in a folder: a write beyond them is told that it is full, and what is removed
/// makes room again.
package struct DiskQuota: Sendable {
  private let folder: String
  private let most: Int

  /// A quota for a folder and all that is in it.
  package init(in folder: String, bytes: Int) {
    self.folder = folder
    most = bytes
  }

  /// How many bytes the folder holds.
  package var used: Int { DiskQuota.size(of: folder) }

  /// File operations within the quota.
  package var files: FileOperations {
    FileOperations { (step) throws(Failure) in
      guard case .write(let path, let bytes) = step, isFull(path, bytes) else { return }
      throw .system(ENOSPC, "write", path)
    }
  }

  /// Holds every SQLite connection that is opened from now on to the quota, in this whole process.
  package func observeSQLite() throws(Failure) {
    _ = try ObservedFilesystem(name: "quota", isDefault: true) { step in
      guard case .write(let path, let offset, let bytes) = step else { return .proceed }
      let size = (try? FileStatus.of(path))??.size ?? 0
      return isFull(path, offset + bytes - size) ? .diskFull : .proceed
    }
  }

  private func isFull(_ path: String, _ more: Int) -> Bool {
    path.hasPrefix(folder) && more > 0 && used + more > most
  }

  private static func size(of folder: String) -> Int {
    ((try? Folder.entries(of: folder)) ?? []).reduce(0) { sum, entry in
      let path = Path.join(folder, entry.name)
      if entry.kind == .folder { return sum + size(of: path) }
      return sum + ((try? FileStatus.of(path))??.size ?? 0)
    }
  }
}
