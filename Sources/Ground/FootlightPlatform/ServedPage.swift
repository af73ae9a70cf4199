/// The page that a server shows of a workspace, as this user's other programs find it: a file in the runtime folder
/// of the session (`XDG_RUNTIME_DIR`, which nobody else may enter) that is locked as long as the page is served.
package struct ServedPage: ~Copyable {
  private let lock: FileLock
  private let file: String

  /// Tells where the page of a workspace is, until this value goes; nil where the session has no such folder.
  ///
  /// - Throws: `lock.held` when another server shows it already; what the machine refuses.
  package static func tell(
    _ address: String, of workspace: String, _ system: SystemServices = .system
  ) throws(Failure) -> ServedPage? {
    guard let file = file(of: workspace, system) else { return nil }
    return try ServedPage(address, of: workspace, file, system)
  }

  private init(
    _ address: String, of workspace: String, _ file: String, _ system: SystemServices
  ) throws(Failure) {
    try system.files.createFolder(Path.parent(of: file) ?? "/", parents: true)
    let lock = try FileLock(path: file + ".lock", files: system.files)
    try system.files.replace(file, with: ByteArena("\(address)\n\(workspace)"))
    self.lock = lock
    self.file = file
  }

  deinit {
    _ = try? FileOperations.system.remove(file)
  }

  /// Where the page of a workspace is served now; nil where nobody serves it.
  package static func address(of workspace: String, _ system: SystemServices = .system) -> String? {
    guard let file = file(of: workspace, system),
      let bytes = try? File.readWhole(file, limit: 1 << 14)
    else { return nil }
    let lines = bytes.text(bytes.all).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, lines[1] == workspace[...] else { return nil }
    // If the lock is free, the server that wrote the file was killed.
    guard (try? FileLock(path: file + ".lock", files: system.files)) == nil else { return nil }
    return String(lines[0])
  }

  /// The file of a workspace: its path may be longer than a name, so that a hash stands for it (FNV-1a, 64 bits).
  private static func file(of workspace: String, _ system: SystemServices) -> String? {
    guard let folder = system.environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      return nil
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in workspace.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Path.join(folder, "footlight/page-\(String(hash, radix: 16))")
  }
}
