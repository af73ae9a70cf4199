import Footlight
import FootlightPlatform

extension SearchCase {
  /// Makes a workspace of the files that the case declares, in `folder`, each domain in so many shards.
  func write(into folder: String, shards: Int = 1) throws {
    let domains = Path.join(folder, "domains")
    try copy(self.folder, to: domains)
    guard shards > 1 else { return }
    for declaration in declarations {
      let path = Path.join(domains, declaration)
      let text = try File.readWhole(path)
      let sharded = ByteArena("shards: \(shards)\n" + text.text(text.all))
      try FileOperations.system.create(path).write(sharded, sharded.all)
    }
  }

  private func copy(_ source: String, to target: String) throws {
    let files = FileOperations.system
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
