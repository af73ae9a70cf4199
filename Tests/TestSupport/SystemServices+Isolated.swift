package import FootlightPlatform

extension SystemServices {
  /// The machine, with the state of the user in a folder of the test: nothing is read from the home
  /// of who runs the tests, and nothing is left there.
  package static func isolated(in folder: String) -> SystemServices {
    var system = SystemServices.system
    system.environment = { name in
      switch name {
      case "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME":
        Path.join(folder, ".home-of-test")
      default: SystemServices.system.environment(name)
      }
    }
    return system
  }
}
