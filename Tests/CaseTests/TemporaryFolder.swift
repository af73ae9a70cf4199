import FootlightPlatform

/// The path of a folder that nobody else uses.
struct TemporaryFolder {
  let path: String

  /// Names a folder, lets `body` make and use it, and removes what is there afterwards.
  static func during<R>(_ body: (TemporaryFolder) throws -> R) throws -> R {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    return try body(folder)
  }

  init() {
    let parent = World.system.environment("TMPDIR") ?? "/tmp"
    path = Path.join(parent, "footlight-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
  }

  func remove() {
    try? FileOperations.system.removeTree(path)
  }
}
