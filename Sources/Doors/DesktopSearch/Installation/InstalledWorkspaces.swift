package import Footlight
package import FootlightPlatform

/// The workspaces that the desktop searches, as `install` has noted them down: a line each, the folder and, after a tab,
/// the folder of the index, percent-encoded as ids are.
package struct InstalledWorkspaces: Sendable {
  /// The file that holds them.
  package let file: String
  private let files: FileOperations

  private static let most = 64

  /// Those of the user, in the state folder (XDG Base Directory Specification).
  package init(_ system: SystemServices) throws(Failure) {
    let state = try UserFolder.state(system)
    file = Path.join(state, "footlight/desktop-workspaces")
    files = system.files
  }

  /// The workspaces in the order in which they were installed; empty where the file is missing or no such list.
  package func all() -> [Workspace] {
    guard let contents = try? File.readWhole(file, limit: 1 << 20) else { return [] }
    let text = contents.text(contents.all)
    return text.split(separator: "\n").prefix(Self.most).compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard let folder = fields.first.map(Self.decoded), folder.hasPrefix("/") else { return nil }
      return Workspace(folder: folder, index: fields.count > 1 ? Self.decoded(fields[1]) : nil)
    }
  }

  /// Adds one after the others; one that is there stays where it is.
  package func add(_ workspace: Workspace) throws(Failure) {
    var known = all()
    if let index = known.firstIndex(where: { $0.folder == workspace.folder }) {
      guard known[index] != workspace else { return }
      known[index] = workspace
    } else {
      guard known.count < Self.most else {
        throw Failure(
          .desktopTooManyWorkspaces, "the desktop searches \(Self.most) workspaces already",
          remedy: "take one out: `footlight desktop uninstall --workspace DIR`")
      }
      known.append(workspace)
    }
    try write(known)
  }

  /// Takes one out; false when it is not there.
  package func remove(_ folder: String) throws(Failure) -> Bool {
    let known = all()
    let left = known.filter { $0.folder != folder }
    guard left.count < known.count else { return false }
    try left.isEmpty ? removeAll() : write(left)
    return true
  }

  /// Forgets all of them.
  package func removeAll() throws(Failure) {
    try files.remove(file)
  }

  private func write(_ workspaces: [Workspace]) throws(Failure) {
    var bytes = ByteArena()
    for workspace in workspaces {
      let isUsual = workspace.index == Workspace(folder: workspace.folder).index
      let index = isUsual ? "" : "\t" + Self.encoded(workspace.index)
      bytes.append(Self.encoded(workspace.folder) + index + "\n")
    }
    try files.createFolder(Path.parent(of: file) ?? "/", parents: true)
    try files.replace(file, with: bytes)
  }

  private static func encoded(_ path: String) -> String {
    String(ItemAddress(domain: "f", id: path).description.dropFirst(2))
  }

  private static func decoded(_ text: Substring) -> String {
    ItemAddress("f:" + text)?.id ?? ""
  }
}
