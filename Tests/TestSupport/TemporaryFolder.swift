package import FootlightPlatform

/// A fresh folder that is removed with everything in it when its owner goes out of scope.
package struct TemporaryFolder: ~Copyable, Sendable {
  /// The folder's path with every link followed.
  package let path: String

  /// Makes a folder under `TMPDIR`, or `/tmp`.
  package init() throws(Failure) {
    let base = SystemServices.system.environment("TMPDIR") ?? "/tmp"
    var template = Array(Path.join(base, "footlight-test-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .system(errno, "create a folder in", base)
    }
    let made = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    path = try Path.resolved(String(decoding: made, as: UTF8.self))
  }

  deinit {
    do throws(Failure) {
      try FileOperations.system.removeTree(path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }

  /// A path in the folder.
  package func path(_ name: String) -> String {
    Path.join(path, name)
  }

  /// Writes a file in the folder, with the folders above it, and returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws(Failure) -> String {
    try write(name, bytes: Array(text.utf8))
  }

  /// Writes a file in the folder, with the folders above it, and returns its path.
  @discardableResult
  package func write(_ name: String, bytes: [UInt8]) throws(Failure) -> String {
    let path = path(name)
    if let parent = Path.parent(of: path) {
      try FileOperations.system.createFolder(parent, parents: true)
    }
    let file = try FileOperations.system.create(path)
    try file.write(bytes.span)
    return path
  }

  /// Puts a file into the folder in one step, so that whoever watches never sees half of it.
  @discardableResult
  package func replace(_ name: String, _ text: String) throws(Failure) -> String {
    let path = path(name)
    try FileOperations.system.rename(try write(name + "~", text), to: path)
    return path
  }

  /// The text of a file in the folder.
  package func text(_ name: String) throws(Failure) -> String {
    let bytes = try File.readWhole(path(name))
    return bytes.text(bytes.all)
  }

  /// The names in the folder, or in one within it, in byte order.
  package func names(_ folder: String = "") throws(Failure) -> [String] {
    try Folder.entries(of: Path.join(path, folder)).map(\.name)
  }
}
