import FootlightPlatform
import TestSupport
import Testing

struct StreamTests: ~Copyable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `lines come without their line feed, the last one also without having had one`() throws
  {
    let long = String(repeating: "x", count: 200_000)
    var input = try ByteInput.open(try folder.write("f", "a\n\n\(long)\nlast"))
    var lines: [String] = []
    var line = ByteArena()
    while try input.readLine(into: &line) {
      lines.append(line.text(line.all))
      line.removeAll()
    }
    #expect(lines == ["a", "", long, "last"])
    var empty = try ByteInput.open(try folder.write("empty", ""))
    #expect(try empty.readLine(into: &line) == false)
  }

  @Test func `a line above the limit is refused`() throws {
    var input = try ByteInput.open(
      try folder.write("f", String(repeating: "x", count: 300_000)))
    var line = ByteArena()
    let refused: DiagnosticCode?
    do throws(Failure) {
      _ = try input.readLine(into: &line, limit: 1000)
      refused = nil
    } catch {
      refused = error.diagnostics.first?.code
    }
    #expect(refused == .fileTooLarge)
  }

  @Test func `a reader that has gone away is no failure`() throws {
    Signals.ignoreFailedWrites()
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    var output = OutputWriter(descriptor: ends[1], buffered: 8)
    try output.write("to somebody\n")
    close(ends[0])
    try output.write("to nobody at all\n")
    #expect(output.isClosed == true)
    try output.write("and this neither\n")
    try output.flush()
    close(ends[1])
  }

  @Test func `a full disk is told`() throws {
    let full = unsafe open("/dev/full", O_WRONLY)
    guard full >= 0 else { return }
    var output = OutputWriter(descriptor: full)
    try output.writeLine("x")
    var refused: DiagnosticCode?
    do throws(Failure) { try output.flush() } catch { refused = error.diagnostics.first?.code }
    #expect(refused == .diskFull)
    close(full)
  }

  @Test func `output can be collected`() throws {
    var output = OutputWriter()
    try output.write("a")
    try output.writeLine("b")
    try output.flush()
    #expect(output.collected == "ab\n")
  }
}
