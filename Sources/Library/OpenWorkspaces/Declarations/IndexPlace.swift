import DeclaredRecords
package import FootlightPlatform

/// A number drawn by lot for the place of an index, in the state folder of the user: keys are accepted where they
/// were made, and a workspace that is copied or unpacked brings none.
package struct IndexPlace: Sendable {
  private let folder: String?
  private let files: FileOperations

  /// The places that the user whose environment this is knows.
  package init(_ system: SystemServices) {
    files = system.files
    folder = Permissions.stateFolder(system).map { Path.join($0, "footlight/places") }
  }

  /// The token of an index at this path; nil where there is none yet.
  package func token(of index: String) throws(Failure) -> String? {
    guard let folder, try FileStatus.of(index) != nil else { return nil }
    let path = try Path.resolved(index)
    let file = IndexPlace.file(for: path, in: folder)
    guard try FileStatus.of(file) != nil else { return nil }
    let bytes = try File.readWhole(file, limit: 1 << 16)
    let lines = bytes.text(bytes.all).split(separator: "\n")
    guard lines.count == 3, lines[0] == IndexPlace.head, lines[2] == "path \(path)" else {
      return nil
    }
    return String(lines[1])
  }

  /// The same, drawn by lot where nothing stands for it yet.
  package func makeToken(of index: String) throws(Failure) -> String {
    if let token = try token(of: index) { return token }
    guard let folder else {
      throw Failure(
        .noStateFolder, "there is no folder in which the place of keys could be kept",
        remedy: "set HOME, or XDG_STATE_HOME to the absolute path of a folder")
    }
    try files.createFolder(folder, parents: true, permissions: 0o700)
    try files.createFolder(index, permissions: 0o700)
    let path = try Path.resolved(index)
    let token = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
      .joined(separator: "-")
    try files.replace(
      IndexPlace.file(for: path, in: folder),
      with: ByteArena("\(IndexPlace.head)\n\(token)\npath \(path)\n"), permissions: 0o600)
    return token
  }

  private static let head = "footlight place 1"

  private static func file(for path: String, in folder: String) -> String {
    Path.join(folder, SHA256.hexadecimal(of: Array(path.utf8)))
  }
}
