import FootlightPlatform

/// The settings of both desktops that concern our results.
struct DesktopSettings {
  let system: SystemServices

  /// The settings that hide them, and how to change them.
  func findings() -> [Diagnostic] {
    gnome() + kde()
  }

  /// GNOME keeps its settings in a database that its own program reads.
  private func gnome() -> [Diagnostic] {
    let schema = "org.gnome.desktop.search-providers"
    var findings: [Diagnostic] = []
    let entry = ServedObject.busName + ".desktop"
    if value("disabled", of: schema)?.contains("'\(entry)'") == true {
      findings.append(
        Diagnostic(
          .desktopDisabled, "GNOME's settings hide the results of Footlight",
          remedy: "switch them on under Settings, Search", severity: .warning))
    }
    if value("disable-external", of: schema)?.hasPrefix("true") == true {
      findings.append(
        Diagnostic(
          .desktopDisabled, "GNOME's settings hide the results of all programs",
          remedy: "gsettings set \(schema) disable-external false", severity: .warning))
    }
    return findings
  }

  /// KDE keeps them in `krunnerrc`, by the name of the plug-in.
  private func kde() -> [Diagnostic] {
    guard let folder = try? UserFolder.settings(system),
      let bytes = try? File.readWhole(Path.join(folder, "krunnerrc"), limit: 1 << 20)
    else { return [] }
    let isOff = Self.lines(of: "Plugins", in: bytes.text(bytes.all)).contains {
      $0 == "\(ServedObject.busName)Enabled=false"
    }
    guard isOff else { return [] }
    return [
      Diagnostic(
        .desktopDisabled, "KDE's settings hide the results of Footlight",
        at: SourceLocation(file: Path.join(folder, "krunnerrc")),
        remedy: "switch them on under System Settings, Search, KRunner", severity: .warning)
    ]
  }

  /// The lines of a group of a file of settings, without blanks around `=`.
  static func lines(of group: String, in text: String) -> [String] {
    var isInside = false
    var lines: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if line.hasPrefix("[") {
        isInside = line == "[\(group)]"
      } else if isInside, let equals = line.firstIndex(of: "=") {
        let name = line[..<equals].split(separator: " ").joined(separator: " ")
        let value = line[line.index(after: equals)...].split(separator: " ").joined(separator: " ")
        lines.append("\(name)=\(value)")
      }
    }
    return lines
  }

  /// The answer of `gsettings` within three seconds; nil where there is none.
  private func value(_ key: String, of schema: String) -> String? {
    guard let program = Subprocess.find("gsettings", path: system.path) else { return nil }
    do throws(Failure) {
      var process = try PipedProcess(Subprocess(program, ["get", schema, key]), in: "/")
      var said = ByteArena()
      let end = system.monotonic() + 3_000_000_000
      while system.monotonic() < end, said.count < 1 << 16 {
        if case .ended = try process.read(into: &said, upTo: 4_096, waiting: 100) {
          return said.text(said.all)
        }
      }
    } catch {
      return nil
    }
    return nil
  }
}
