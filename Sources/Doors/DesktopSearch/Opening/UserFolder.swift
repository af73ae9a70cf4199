import FootlightPlatform

/// The folders of a user and of all users (XDG Base Directory Specification).
enum UserFolder {
  /// Where programs keep what should survive: `XDG_STATE_HOME`, or `~/.local/state`.
  static func state(_ world: World) throws(Failure) -> String {
    try own("XDG_STATE_HOME", ".local/state", world)
  }

  /// Where a user's data files are: `XDG_DATA_HOME`, or `~/.local/share`.
  static func data(_ world: World) throws(Failure) -> String {
    try own("XDG_DATA_HOME", ".local/share", world)
  }

  /// Where a user's settings are: `XDG_CONFIG_HOME`, or `~/.config`.
  static func settings(_ world: World) throws(Failure) -> String {
    try own("XDG_CONFIG_HOME", ".config", world)
  }

  /// Where everybody's data files are, the most important first: `XDG_DATA_DIRS`.
  static func sharedData(_ world: World) -> [String] {
    let named = world.environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 }
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
    _ variable: String, _ usual: String, _ world: World
  ) throws(Failure) -> String {
    if let named = world.environment(variable), named.hasPrefix("/") {
      return Path.normalized(named)
    }
    guard let home = world.environment("HOME"), home.hasPrefix("/") else {
      throw Failure(
        .desktopNoHome, "neither \(variable) nor HOME names a folder",
        remedy: "set HOME to your home folder")
    }
    return Path.normalized(Path.join(home, usual))
  }
}
