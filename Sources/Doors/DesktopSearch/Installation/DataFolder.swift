import FootlightPlatform

/// A folder in which both desktops look for files such as ours.
struct DataFolder: Equatable {
  let path: String
  /// Whether all users' programs look there; GNOME reads search providers from such folders alone.
  let isShared: Bool

  /// Where the bus and both desktops look, the most important first.
  static func all(_ world: World) throws(Failure) -> [DataFolder] {
    let own = DataFolder(path: try UserFolder.data(world), isShared: false)
    let shared = UserFolder.sharedData(world)
    return (shared.contains(own.path) ? [] : [own])
      + shared.map { DataFolder(path: $0, isShared: true) }
  }

  /// Where a file of ours lies there.
  func place(of role: DesktopFiles.Role) -> String {
    Path.join(path, role.path)
  }

  /// The content of the file that lies there; nil when there is none.
  func text(of role: DesktopFiles.Role) -> String? {
    guard let bytes = try? File.readWhole(place(of: role), limit: 1 << 16) else { return nil }
    return bytes.text(bytes.all)
  }

  /// Whether all four files can be written there.
  var takesFiles: Bool {
    guard (try? Folder.exists(path)) == true else { return false }
    return DesktopFiles.Role.allCases.allSatisfy { role in
      var folder = Path.parent(of: place(of: role)) ?? path
      // The nearest folder that is there decides.
      while folder != path, (try? FileStatus.of(folder)) ?? nil == nil {
        folder = Path.parent(of: folder) ?? path
      }
      return Folder.mayWrite(folder)
    }
  }
}
