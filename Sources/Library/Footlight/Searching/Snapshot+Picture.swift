import DeclaredRecords
import FootlightPlatform
import IndexStores

extension Snapshot {
  /// Where the picture of an item lies: a file below the folder of its declaration; nil where it names none there.
  ///
  /// Links are followed before it is compared: what counts is where they lead.
  package func picture(of found: LocatedItem) -> String? {
    let name = found.item.attributes.image
    guard !name.isEmpty, !name.utf8.contains(0), !name.contains("://"),
      let declaration = state.domains.first(where: { $0.name == found.domain })?.facts.declaration
    else { return nil }
    do throws(Failure) {
      guard let folder = Path.parent(of: declaration.path) else { return nil }
      let root = try Path.resolved(folder)
      let path = try Path.resolved(Path.join(root, name))
      guard path.hasPrefix(root + "/"), try FileStatus.of(path)?.kind == .file else { return nil }
      return path
    } catch {
      return nil
    }
  }
}
