import FootlightPlatform

/// A folder in which both desktops look for files such as ours.
struct DataFolder: Equatable {
  let path: String
  /// Whether all users' programs look there; GNOME reads search providers from such folders alone.
  let isShared: Bool

  /// Where the bus and both desktops look, the most important first.
  static func all(_ system: SystemServices) throws(Failure) -> [DataFolder] {
    let own = DataFolder(path: try UserFolder.data(system), isShared: false)
    let shared = UserFolder.sharedData(system)
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

/// The folders of a user and of all users (XDG Base Directory Specification).
enum UserFolder {
  /// Where programs keep what should survive: `XDG_STATE_HOME`, or `~/.local/state`.
  static func state(_ system: SystemServices) throws(Failure) -> String {
    try own("XDG_STATE_HOME", ".local/state", system)
  }

  /// Where a user's data files are: `XDG_DATA_HOME`, or `~/.local/share`.
  static func data(_ system: SystemServices) throws(Failure) -> String {
    try own("XDG_DATA_HOME", ".local/share", system)
  }

  /// Where a user's settings are: `XDG_CONFIG_HOME`, or `~/.config`.
  static func settings(_ system: SystemServices) throws(Failure) -> String {
    try own("XDG_CONFIG_HOME", ".config", system)
  }

  /// Where everybody's data files are, the most important first: `XDG_DATA_DIRS`.
  static func sharedData(_ system: SystemServices) -> [String] {
    let named = system.environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 }
    var folders: [String] = []
    // Relative folders are to be ignored (XDG Base Directory Specification).
    for folder in (named ?? "/usr/local/share:/usr/share").split(separator: ":")
    where folder.hasPrefix("/") {
      let folder = Path.normalized(String(folder))
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  private static func own(
    _ variable: String, _ usual: String, _ system: SystemServices
  ) throws(Failure) -> String {
    if let named = system.environment(variable), named.hasPrefix("/") {
      return Path.normalized(named)
    }
    guard let home = system.environment("HOME"), home.hasPrefix("/") else {
      throw Failure(
        .desktopNoHome, "neither \(variable) nor HOME names a folder",
        remedy: "set HOME to your home folder")
    }
    return Path.normalized(Path.join(home, usual))
  }
}
