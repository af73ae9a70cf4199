package import FootlightPlatform

/// The programs as the build has left them: beside the test bundle.
package enum BuiltPrograms {
  /// Their folder; nil when nothing tells it.
  package static let folder: String? = {
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      guard let folder = Path.parent(of: argument) else { continue }
      if let status = try? FileStatus.of(Path.join(folder, "footlight-read")), status.kind == .file
      {
        return folder
      }
    }
    return nil
  }()

  /// The machine, with these programs in front of PATH and the user's folders in a temporary one.
  package static func system(home: String) -> SystemServices {
    var system = SystemServices.system
    let path = "\(folder ?? "/nowhere"):/usr/bin:/bin"
    system.environment = { name in
      switch name {
      case "PATH": path
      case "HOME": home
      case "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME": nil
      default: SystemServices.system.environment(name)
      }
    }
    return system
  }
}
