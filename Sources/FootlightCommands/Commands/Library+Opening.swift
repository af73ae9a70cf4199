package import Footlight

extension Library {
  /// The library of the workspace that a command line names: by option, by environment, or by the
  /// folder in which it was called.
  package static func opened(_ settings: Settings, _ console: Console) throws(Failure) -> Library {
    func variable(_ name: String) -> String? {
      console.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    return try Library(
      Workspace.find(
        from: console.folder,
        named: settings.workspace ?? variable("FOOTLIGHT_WORKSPACE"),
        index: settings.index ?? variable("FOOTLIGHT_INDEX")))
  }
}
