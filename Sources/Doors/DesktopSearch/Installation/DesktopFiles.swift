import FootlightPlatform

/// The four files that make both desktops ask: their places below a data folder, and what is in them.
package struct DesktopFiles: Sendable, Equatable {
  /// One of the files.
  package enum Role: CaseIterable, Sendable {
    /// Tells GNOME Shell of the search provider.
    case provider
    /// Tells both of a program with this name and icon; without it GNOME hides the provider.
    case application
    /// Tells the bus which program answers.
    case service
    /// Tells KRunner of the runner.
    case runner

    /// The place below a data folder.
    package var path: String {
      let name = ServedObject.busName
      return switch self {
      case .provider: "gnome-shell/search-providers/\(name).ini"
      case .application: "applications/\(name).desktop"
      case .service: "dbus-1/services/\(name).service"
      case .runner: "krunner/dbusplugins/\(name).desktop"
      }
    }
  }

  /// Where the Debian package has the program.
  static let packaged = "/usr/libexec/footlight/footlight-desktop"

  /// The program `footlight-desktop`.
  package let program: String

  /// The content of a file.
  package func text(of role: Role) -> String {
    let name = ServedObject.busName
    return switch role {
    case .provider:
      """
      [Shell Search Provider]
      DesktopId=\(name).desktop
      BusName=\(name)
      ObjectPath=\(ServedObject.provider.path)
      Version=2

      """
    case .application:
      """
      [Desktop Entry]
      Type=Application
      Name=Footlight
      Comment=Find things in files and databases that you describe
      Icon=system-search
      Exec=\(DesktopFiles.entry(program)) launch
      Terminal=false
      Categories=Utility;

      """
    case .service:
      """
      [D-BUS Service]
      Name=\(name)
      Exec=\(DesktopFiles.quoted(program)) serve

      """
    case .runner:
      """
      [Desktop Entry]
      Type=Service
      Name=Footlight
      Comment=Find things in files and databases that you describe
      Icon=system-search
      X-KDE-ServiceTypes=Plasma/Runner
      X-KDE-PluginInfo-Name=\(name)
      X-KDE-PluginInfo-EnabledByDefault=true
      X-Plasma-API=DBus
      X-Plasma-DBusRunner-Service=\(name)
      X-Plasma-DBusRunner-Path=\(ServedObject.matcher.path)
      X-Plasma-Request-Actions-Once=true
      X-Plasma-Runner-Min-Letter-Count=2

      """
    }
  }

  /// A path as a word of a command line, which the bus reads as a shell does.
  static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard !plain else { return path }
    return "\"" + Quoting.backslashed(path, "\\\"$`") + "\""
  }

  /// A path as a word of `Exec=`: quoted, then as every value of the file, and `%` is written twice (Desktop Entry
  /// Specification, "The Exec key").
  static func entry(_ path: String) -> String {
    Quoting.backslashed(quoted(path), "\\").replacing("%", with: "%%")
  }
}
