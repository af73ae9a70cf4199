import FootlightPlatform
import TestSupport
import Testing

/// `index` of the built tool, killed at moments that nobody chose.
struct KilledPushTests {
  @Test(.enabled(if: BuiltTool.path != nil))
  func `a push that is killed has done all or nothing, and the next one goes on`() throws {
    var random = SeededRandom.announced("a push that is killed")
    let tool = try BuiltTool()
    try tool.write(
      "domains/pushed.yaml",
      """
      domain: pushed
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    try #require(try tool.run(["sync"]).code == 0)
    let items = 800
    var before: String?
    for turn in 0..<5 {
      var input = ""
      for number in 0..<items { input += "{\"id\":\"\(number)\",\"title\":\"turn\(turn)\"}\n" }
      let state = "turn\(turn)"
      let arguments = ["index", "pushed", "--batch", "b", "--state", state]
      let run = try tool.run(arguments, input: input) { process in
        try pause(milliseconds: random.below(400))
        process.send(signal: 9)
      }
      let when = "turn \(turn), seed \(random.seed)"
      #expect(run.code == 0 || run.code == 128 + 9, "\(when): \(run.talk)")
      let next = try tool.run(["sync", "--json"])
      #expect(next.code == 0, "\(when): \(next.talk)")
      let last = try tool.run(["index", "pushed", "--batch", "b", "--last-state"]).lines.first
      let stored = last.map(String.init)
      #expect(stored == state || run.code != 0 && stored == before, "\(when): \(stored ?? "")")
      before = stored
      let lines = try tool.run(["dump", "pushed"]).lines
      let titles = Set(lines.map { $0.split(separator: "\"")[11] })
      #expect(titles == (stored.map { [Substring($0)] } ?? []), "\(when): \(titles)")
      #expect(try tool.run(["verify"]).code == 0, "\(when)")
    }
  }

  private func pause(milliseconds: Int) throws {
    let part = String(milliseconds % 1000 + 1000).dropFirst()
    _ = try Subprocess("/bin/sleep", ["\(milliseconds / 1000).\(part)"]).run()
  }
}
