import Footlight
import FootlightPlatform

/// A throw-away workspace that holds the files of one case; removed with its value.
struct CaseWorkspace: ~Copyable {
  /// The workspace's folder.
  let folder: String
  private let files = FileOperations.system

  /// Copies the files of a case.
  init(_ searchCase: SearchCase) throws {
    let temporary = World.system.environment("TMPDIR") ?? "/tmp"
    let name = "footlight-case-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    folder = Path.join(temporary, name)
    try copy(searchCase.folder, to: Path.join(folder, "domains"))
  }

  deinit {
    try? files.removeTree(folder)
  }

  private borrowing func copy(_ source: String, to target: String) throws {
    try files.createFolder(target, parents: true)
    for entry in try Folder.entries(of: source) {
      let from = Path.join(source, entry.name)
      let to = Path.join(target, entry.name)
      switch entry.kind {
      case .folder: try copy(from, to: to)
      case .file where entry.name != "searches.yaml" && entry.name != "items.yaml":
        let bytes = try File.readWhole(from)
        try files.create(to).write(bytes, bytes.all)
      default: break
      }
    }
  }
}
