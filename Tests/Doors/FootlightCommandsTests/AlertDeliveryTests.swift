import Footlight
import FootlightPlatform
import TestSupport
import Testing

@testable import FootlightCommands

/// What the program of `on_match` is told, by whom, and what becomes of it.
@Suite final class AlertDeliveryTests {
  private let folder: TemporaryFolder
  private let library: Library

  /// A workspace with something to tell, and a program that may run.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("footlight.yaml", "searches: { all: hotel }\non_match: [sh, tell.sh]\n")
    try folder.write("tell.sh", "cat >> told\n")
    try folder.write(
      "domains/hotels.yaml",
      """
      domain: hotels
      version: 1
      source: { kind: csv, path: hotels.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    try folder.write("domains/hotels.csv", "id,title\n1,Hotel Sonne\n")
    library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
    try library.sync()
    try folder.write("domains/hotels.csv", "id,title\n1,Hotel Sonne\n2,Hotel Mond\n")
    try library.sync()
  }

  /// Tells the program what there is; what was said meanwhile.
  private func deliver(
    _ script: String, _ cancellation: Cancellation = Cancellation()
  ) throws -> String {
    try folder.write("tell.sh", script)
    try library.allow("footlight.yaml")
    let memory = MemoryConsole()
    try AlertDelivery(library, memory.console(), cancellation).deliver()
    return memory.talk
  }

  private func text(_ name: String) -> String? {
    guard let file = try? File.readWhole(folder.path(name)) else { return nil }
    return file.text(file.all)
  }

  @Test func `the program is told once`() throws {
    for _ in 0..<2 { #expect(try deliver("cat >> told\n").isEmpty) }
    let told = try #require(text("told"))
    #expect(told.split(separator: "\n").count == 1 && told.contains("Hotel Mond"))
  }

  @Test func `while another process tells it, nothing is told beside it`() throws {
    let lock = try FileLock(path: folder.path(".footlight/alerts.lock"))
    #expect(try deliver("cat >> told\n").isEmpty)
    #expect(text("told") == nil)
    _ = consume lock
    #expect(try deliver("cat >> told\n").isEmpty)
    #expect(text("told") != nil)
  }

  @Test func `a program that takes its time holds up nobody who begins to tell it`() throws {
    try folder.write("tell.sh", "cat > told\nwhile ! test -e go; do sleep 0.02; done\n")
    try library.allow("footlight.yaml")
    let memory = MemoryConsole()
    let delivery = AlertDelivery(library, memory.console(), Cancellation())
    delivery.begin()
    for _ in 0..<500 where text("told") == nil { SystemServices.system.sleep(20_000_000) }
    // The index goes on while the program runs, and what comes meanwhile is told after it.
    try folder.write("domains/hotels.csv", "id,title\n1,Hotel Sonne\n2,Hotel Mond\n3,Hotel Stern\n")
    try library.sync()
    delivery.begin()
    #expect(try !library.alertsForProgram().alerts.isEmpty)
    try folder.write("go", "")
    delivery.wait()
    #expect(try library.alertsForProgram().alerts.isEmpty)
    #expect(text("told")?.contains("Hotel Stern") == true && memory.talk.isEmpty)
  }

  @Test func `a program that hangs ends with the work`() throws {
    try folder.write("tell.sh", "cat > told\nsleep 1000\n")
    try library.allow("footlight.yaml")
    let stopped = Cancellation()
    let delivery = AlertDelivery(library, MemoryConsole().console(), stopped)
    delivery.begin()
    stopped.cancel()
    delivery.wait()
    #expect(try !library.alertsForProgram().alerts.isEmpty)
  }

  @Test func `what it starts in the background goes on after its end`() throws {
    let script = """
      cat > told
      ( while ! test -e go; do sleep 0.02; done; echo done > later ) > /dev/null 2>&1 &

      """
    #expect(try deliver(script).isEmpty)
    try folder.write("go", "")
    for _ in 0..<500 where text("later") != "done\n" { SystemServices.system.sleep(20_000_000) }
    #expect(text("later") == "done\n")
  }

  @Test func `very much output holds nothing up, and the last line of errors is told`() throws {
    let said = try deliver(
      "yes | head -c 400000\nyes | head -c 400000 >&2\necho 'no mail today' >&2\nexit 3\n")
    #expect(said.contains("ended with 3: no mail today"))
    #expect(try library.alertsForProgram().alerts.count == 1, "it is told again")
  }

  @Test func `it is ended when the work is given up, and told again`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let said = try deliver("sleep 600\n", cancellation)
    #expect(said.contains("was ended with the work"))
    #expect(try library.alertsForProgram().alerts.count == 1)
  }
}
