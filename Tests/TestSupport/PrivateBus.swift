public import FootlightDiagnostics
public import FootlightPlatform

/// A message bus of its own in a temporary folder, with data folders of its own; it ends with its owner.
public struct PrivateBus: ~Copyable {
  /// Whether there is a `dbus-daemon` to be started.
  public static var isAvailable: Bool { program != nil }

  private static let path = World.system.environment("PATH") ?? "/usr/bin:/bin"
  private static var program: String? { Subprocess.find("dbus-daemon", path: path) }

  private let folder: TemporaryFolder
  private let daemon: RunningProcess

  /// Starts one; the variables come on top of those that point into the temporary folder.
  public init(_ variables: [String: String] = [:]) throws(Failure) {
    guard let program = Self.program else {
      throw Failure(.fileMissing, "dbus-daemon is not installed")
    }
    let folder = try TemporaryFolder()
    for name in ["home", "share", "bin"] {
      try FileOperations.system.createFolder(folder.path(name))
    }
    let settings = try folder.write(
      "bus.conf",
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder.path("socket"))</listen>
        <auth>EXTERNAL</auth>
        <servicedir>\(folder.path("home/.local/share/dbus-1/services"))</servicedir>
        <servicedir>\(folder.path("share/dbus-1/services"))</servicedir>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
        <limit name="max_incoming_bytes">1000000000</limit>
        <limit name="max_outgoing_bytes">1000000000</limit>
        <limit name="max_message_size">1000000000</limit>
        <limit name="max_replies_per_connection">50000</limit>
      </busconfig>

      """)
    var process = Subprocess(program, ["--config-file=\(settings)", "--nofork", "--nopidfile"])
    process.environment = Self.environment(folder.path).merging(variables) { $1 }
      .map { "\($0.key)=\($0.value)" }
    process.errors = folder.path("log")
    daemon = try process.start()
    self.folder = folder
  }

  deinit {
    daemon.send(signal: 15)
    _ = try? daemon.wait()
  }

  /// Where clients find it.
  public var address: String { "unix:path=\(folder.path("socket"))" }

  /// The variables of a session on this bus: a home, a data folder for all users and a folder of programs that
  /// hold nothing yet.
  public var environment: [String: String] { Self.environment(folder.path) }

  /// The same for what runs in this process.
  public var world: World {
    var world = World.system
    let environment = environment
    world.environment = { environment[$0] }
    return world
  }

  /// A path in the session's folder: `home`, `share`, `bin`.
  public func path(_ name: String) -> String { folder.path(name) }

  /// Puts a program into PATH that writes its arguments down, one line a call, in `started`.
  public func placeProgram(_ name: String, exiting code: Int = 0) throws(Failure) {
    let program = try folder.write(
      "bin/\(name)",
      "#!/bin/sh\n{ printf '%s' '\(name)'; for a in \"$@\"; do printf ' %s' \"$a\"; done; echo; } >> '\(folder.path("started"))'\nexit \(code)\n"
    )
    _ = try Subprocess("/bin/chmod", ["755", program]).run()
  }

  /// The calls of those programs so far.
  public var started: [String] {
    ((try? folder.text("started")) ?? "").split(separator: "\n").map(String.init)
  }

  private static func environment(_ folder: String) -> [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/socket", "HOME": "\(folder)/home",
      "XDG_DATA_HOME": "\(folder)/home/.local/share", "XDG_DATA_DIRS": "\(folder)/share",
      "XDG_STATE_HOME": "\(folder)/home/.local/state", "XDG_CONFIG_HOME": "\(folder)/home/.config",
      "XDG_RUNTIME_DIR": folder, "PATH": "\(folder)/bin",
    ]
  }
}
