/// How this machine and this process are called, for people on other machines.
package enum Machine {
  /// The machine's name; `unnamed` where it has none.
  ///
  /// C: gethostname.
  package static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "unnamed" }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "unnamed" : name
  }

  /// The process.
  ///
  /// C: getpid.
  package static var process: Int32 { getpid() }
}

/// Where the machine's power comes from.
package enum PowerSupply {
  /// Whether a battery is what it runs on: one gives power, and nothing else does.
  ///
  /// False where nobody knows.
  ///
  /// Linux: /sys/class/power_supply.
  package static func isBattery(_ folder: String = "/sys/class/power_supply") -> Bool {
    var isDischarging = false
    for supply in (try? Folder.entries(of: folder)) ?? [] {
      let place = Path.join(folder, supply.name)
      let kind = line(Path.join(place, "type"))
      if kind == "Battery" {
        // The battery of a mouse says nothing of the machine.
        guard line(Path.join(place, "scope")) != "Device" else { continue }
        if line(Path.join(place, "status")) == "Discharging" { isDischarging = true }
      } else if line(Path.join(place, "online")) == "1" {
        return false
      }
    }
    return isDischarging
  }

  /// The first line of a small file; nil when it cannot be read.
  private static func line(_ path: String) -> String? {
    guard let bytes = try? File.readWhole(path, limit: 1 << 16) else { return nil }
    return bytes.text(bytes.all).split(whereSeparator: \.isNewline).first.map(String.init)
  }
}
