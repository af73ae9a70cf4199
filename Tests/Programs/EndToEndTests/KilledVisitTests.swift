import FileHandles
import FootlightPlatform
import TestSupport
import Testing

/// `visit` of the built tool, killed at moments that nobody chose.
struct KilledVisitTests {
  /// How many visits are killed; a thousand with `make torture`.
  private static let kills =
    SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 25 : 1_000

  @Test(.enabled(if: BuiltTool.path != nil))
  func `a visit that is killed is recorded or not, and user.sqlite is sound`() throws {
    var random = SeededRandom.announced("a visit that is killed")
    let tool = try BuiltTool()
    let items = 60
    try tool.write(
      "domains/names.csv",
      "id,title\n" + (0..<items).map { "\($0),name \($0)\n" }.joined())
    try tool.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: csv, path: names.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    try #require(try tool.run(["sync"]).code == 0)
    let began = SystemServices.system.monotonic()
    try #require(try tool.run(["visit", "names:0"]).code == 0)
    let whole = max(5, Int((SystemServices.system.monotonic() - began) / 1_000_000))
    var sure: Set<String> = ["0"]
    for turn in 0..<Self.kills {
      let item = "\(turn % items)"
      let run = try tool.run(["visit", "names:\(item)"]) { process in
        try pause(milliseconds: random.below(whole * 5 / 4))
        process.send(signal: 9)
      }
      let when = "turn \(turn), seed \(random.seed)"
      #expect(run.code == 0 || run.code == 128 + 9, "\(when): \(run.talk)")
      if run.code == 0 { sure.insert(item) }
      guard turn % 5 == 4 else { continue }
      let database = try Connection(
        path: Path.join(tool.workspace, ".footlight/user.sqlite"), mode: .readOnly)
      let check = try database.statement("PRAGMA integrity_check")
      let isSound = try check.step() && check.text(0) == "ok"
      #expect(isSound, "\(when)")
      let listed = try tool.run(["history", "--json"])
      for id in sure { #expect(listed.output.contains("\"id\":\"\(id)\""), "\(when): \(id)") }
    }
    #expect(try tool.run(["visit", "names:59"]).code == 0)
  }

  private func pause(milliseconds: Int) throws {
    let part = String(milliseconds % 1000 + 1000).dropFirst()
    _ = try Subprocess("/bin/sleep", ["\(milliseconds / 1000).\(part)"]).run()
  }
}
