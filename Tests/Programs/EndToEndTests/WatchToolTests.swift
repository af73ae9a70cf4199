import FootlightPlatform
import TestSupport
import Testing

/// `watch`, started and stopped as people and service managers do it.
struct WatchToolTests {
  @Test(.enabled(if: BuiltTool.path != nil), arguments: [Int32(1), 2, 15])
  func `a hang-up, an interruption and a termination are its good end`(_ signal: Int32) throws {
    let tool = try BuiltTool()
    try tool.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: names.csv }
      item: { id: "{id}", title: "{name}" }

      """)
    try tool.write("domains/names.csv", "id,name\n1,alpha\n")
    let said = Path.join(tool.workspace, "said")
    let run = try tool.run(["watch"], output: said) { process in
      #expect(Waiting.until(within: 120) { hasLines(1, tool) }, "nothing was built")
      try tool.write("domains/part", "id,name\n1,alpha\n2,beta\n")
      try FileOperations.system.rename(
        tool.workspace + "/domains/part", to: tool.workspace + "/domains/names.csv")
      #expect(Waiting.until(within: 120) { hasLines(2, tool) }, "no change was found")
      process.send(signal: signal)
    }
    #expect(run.code == 0 && run.talk == "watching names; Ctrl-C ends it\n", "\(run)")
    #expect(try tool.run(["query", "--ids", "beta"]).output == "names:2\n")
    #expect(try tool.names(".footlight").filter { $0.hasSuffix(".scratch") } == [])
    // The index is free again, and nothing is left to do.
    let next = try tool.run(["sync", "--json"])
    #expect(next.code == 0 && next.output.contains("\"decision\":\"none\""), "\(next)")
  }

  private func hasLines(_ count: Int, _ tool: BuiltTool) -> Bool {
    let text = (try? tool.read("said")) ?? ""
    return text.split(separator: "\n").count >= count
  }
}
