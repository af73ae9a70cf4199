package import FootlightPlatform

/// A message bus of its own in a temporary folder, with data folders of its own; it ends with its owner.
package struct PrivateBus: ~Copyable {
  /// Whether there is a `dbus-daemon` to be started.
  package static var isAvailable: Bool { program != nil }

  private static let path = SystemServices.system.environment("PATH") ?? "/usr/bin:/bin"
  private static var program: String? { Subprocess.find("dbus-daemon", path: path) }

  private let folder: TemporaryFolder
  private let daemon: RunningProcess

  /// Starts one; the variables come on top of those that point into the temporary folder.
  package init(_ variables: [String: String] = [:]) throws(Failure) {
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
    let started = try process.start()
    let socket = folder.path("socket")
    // Who connects before the daemon listens is refused, and a service gives up then.
    guard Waiting.until({ PrivateBus.listens(socket) }) else {
      started.send(signal: 15)
      _ = try started.wait()
      throw Failure(.fileMissing, "the bus never came", at: SourceLocation(file: socket))
    }
    daemon = started
    self.folder = folder
  }

  deinit {
    daemon.send(signal: 15)
    _ = try? daemon.wait()
  }

  /// Whether somebody listens at a socket.
  ///
  /// C: socket, connect.
  private static func listens(_ path: String) -> Bool {
    #if canImport(Glibc)
      let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let number = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard number >= 0 else { return false }
    defer { close(number) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return false }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.utf8)
    }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  /// Where clients find it.
  package var address: String { "unix:path=\(folder.path("socket"))" }

  /// The variables of a session on this bus: a home, a data folder for all users and a folder of programs that
  /// hold nothing yet.
  package var environment: [String: String] { Self.environment(folder.path) }

  /// The same for what runs in this process.
  package var system: SystemServices {
    var system = SystemServices.system
    let environment = environment
    system.environment = { environment[$0] }
    return system
  }

  /// A path in the session's folder: `home`, `share`, `bin`.
  package func path(_ name: String) -> String { folder.path(name) }

  /// Puts a program into PATH that writes its arguments down, one line a call, in `started`.
  package func placeProgram(_ name: String, exiting code: Int = 0) throws(Failure) {
    let program = try folder.write(
      "bin/\(name)",
      "#!/bin/sh\n{ printf '%s' '\(name)'; for a in \"$@\"; do printf ' %s' \"$a\"; done; echo; } >> '\(folder.path("started"))'\nexit \(code)\n"
    )
    try ProgramFile.make(program)
  }

  /// The calls of those programs so far.
  package var started: [String] {
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
