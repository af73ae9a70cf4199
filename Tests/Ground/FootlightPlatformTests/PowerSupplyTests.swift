import FootlightPlatform
import TestSupport
import Testing

struct PowerSupplyTests {
  private func isBattery(_ files: [String: String]) throws -> Bool {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(path, text + "\n") }
    return PowerSupply.isBattery(folder.path)
  }

  private let battery = ["BAT0/type": "Battery", "BAT0/status": "Discharging"]

  @Test func `a battery is where the power comes from when it gives some and the mains do not`()
    throws
  {
    #expect(try isBattery(battery))
    #expect(try isBattery(battery.merging(["AC/type": "Mains", "AC/online": "0"]) { $1 }))
    #expect(try !isBattery(battery.merging(["AC/type": "Mains", "AC/online": "1"]) { $1 }))
    #expect(try !isBattery(["BAT0/type": "Battery", "BAT0/status": "Charging"]))
  }

  @Test func `the battery of a mouse, and a machine that says nothing, are none`() throws {
    #expect(try !isBattery(battery.merging(["BAT0/scope": "Device"]) { $1 }))
    #expect(try !isBattery([:]))
    #expect(!PowerSupply.isBattery("/nowhere/at/all"))
  }
}
