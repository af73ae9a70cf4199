import FootlightPlatform
import JSONAnswers
import TestSupport
import Testing

@testable import Footlight
@testable import FootlightCommands

@Suite struct PushOutputTests {
  @Test func `what is stored and cannot be found yet is the machine's fault, and JSON says so`() {
    let waiting = PushReport(records: 1, waits: true)
    #expect(PushOutput.exitCode(waiting) == .machine && PushOutput.exitCode(PushReport()) == .done)
    for (report, text) in [(waiting, "true"), (PushReport(), "false")] {
      var json = JSONWriter()
      json.line(JSONObjects.pushed, (report, "pages"))
      let line = json.bytes.text(json.bytes.all)
      #expect(line.contains("\"waits\":\(text)"))
    }
  }

  @Test func `who asks for the last state hands over no file`() {
    let memory = MemoryConsole()
    #expect(memory.run("index", "pages", "file", "--batch", "b", "--last-state") == 2)
    #expect(memory.talk.contains("--last-state"))
  }
}
