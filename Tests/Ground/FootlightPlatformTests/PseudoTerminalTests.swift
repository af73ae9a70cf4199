import TestSupport
import Testing

@testable import FootlightPlatform

struct PseudoTerminalTests {
  @Test func `a program at a terminal is told its size, reads keys, and has it as its own`() throws
  {
    let terminal = try PseudoTerminal(TerminalSize(columns: 97, rows: 31))
    var shell = Subprocess(
      "/bin/sh", ["-c", "stty size; read line; echo \"got $line\" > /dev/tty; exit 3"])
    shell.environment = ["PATH=/usr/bin:/bin"]
    let process = try shell.start(at: terminal)
    var said = ""
    func read(until wanted: String) {
      let end = SystemServices.system.monotonic() + 30_000_000_000
      while !said.contains(wanted), SystemServices.system.monotonic() < end {
        guard let bytes = terminal.read(waiting: 100) else { return }
        said += String(decoding: bytes, as: UTF8.self)
      }
    }
    read(until: "31 97")
    try terminal.press(Array("a key\r".utf8))
    read(until: "got a key")
    #expect(said.contains("31 97") && said.contains("got a key"))
    while terminal.read(waiting: 100) != nil {}
    #expect(try process.wait() == 3)
  }

  @Test func `a device gives the terminal back as it was`() throws {
    let terminal = try PseudoTerminal(TerminalSize(columns: 80, rows: 24))
    func settings() throws -> String {
      let folder = try TemporaryFolder()
      var stty = Subprocess("/bin/sh", ["-c", "stty -a < \(terminal.path)"])
      stty.environment = ["PATH=/usr/bin:/bin"]
      stty.output = folder.path("settings")
      #expect(try stty.run() == 0)
      return try folder.text("settings")
    }
    // Held open, so that the settings stay between the calls.
    let holder = try TerminalDevice(terminal.path)
    let before = try settings()
    do {
      let device = try TerminalDevice(terminal.path)
      #expect(device.size == TerminalSize(columns: 80, rows: 24))
      device.enterRawMode()
      #expect(try settings().contains("-icanon"))
      terminal.resize(TerminalSize(columns: 40, rows: 12))
      #expect(device.size.columns == 40)
      terminal.resize(TerminalSize(columns: 80, rows: 24))
    }
    #expect(try settings() == before)
    _ = holder.size
  }

  @Test func `what is no terminal is refused`() {
    #expect(throws: Failure.self) { _ = try TerminalDevice("/dev/null") }
    #expect(throws: Failure.self) { _ = try TerminalDevice("/nowhere") }
  }

  @Test func `a bell is heard once, however often it was rung`() throws {
    let bell = try Doorbell()
    for _ in 0..<100_000 { bell.ring() }
    bell.wait()
    var waiting = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&waiting, 1, 0) == 0, "it has been heard")
    Workers.run(2) { number in
      if number == 0 { bell.wait() } else { bell.ring() }
    }
  }
}
