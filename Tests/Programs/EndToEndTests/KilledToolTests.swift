import FootlightPlatform
import TestSupport
import Testing

/// The built tool, killed at moments that nobody chose.
///
/// `make torture` runs it; the seed that it prints, in `FOOTLIGHT_TEST_SEED`, chooses the same
/// delays again.
struct KilledToolTests {
  private static let items = 5_000
  private static let isTorture = SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil

  @Test(.enabled(if: isTorture && BuiltTool.path != nil))
  func `a rebuild killed after a random while leaves the old index or the new one`() throws {
    var random = SeededRandom.announced("a rebuild killed after a random while")
    let tool = try BuiltTool()
    try declare(1, tool)
    let began = SystemServices.system.monotonic()
    try #require(try tool.run(["sync"]).code == 0)
    // About how long it takes; what is never killed takes less.
    var whole = max(10, Int((SystemServices.system.monotonic() - began) / 1_000_000))
    var killed = 0
    for turn in 2...31 {
      try declare(turn, tool)
      let delay = random.below(whole * 5 / 4)
      let run = try tool.run(["sync"]) { process in
        try pause(milliseconds: delay)
        process.send(signal: 9)
      }
      if run.code == 128 + 9 { killed += 1 } else { whole = max(10, whole * 3 / 4) }
      let when = "turn \(turn), seed \(random.seed), killed after \(delay) ms"
      #expect(run.code == 0 || run.code == 128 + 9, "\(when): \(run.talk)")
      let old = try total("turn\(turn - 1) ", tool)
      let new = try total("turn\(turn) ", tool)
      #expect(old + new == Self.items && min(old, new) == 0, "\(when): \(old) \(new)")
      let next = try tool.run(["sync"])
      #expect(next.code == 0, "\(when): \(next.talk)")
      #expect(try total("turn\(turn) ", tool) == Self.items, "\(when), then synced")
      let files = try tool.names(".footlight")
      #expect(files.count == 3, "\(when): \(files)")
    }
    #expect(killed > 5, "the delays were too long to kill more than \(killed) of 30")
  }

  private func declare(_ turn: Int, _ tool: BuiltTool) throws {
    var records = "id,title\n"
    for number in 1...Self.items { records += "\(number),steady turn\(turn) item\(number)\n" }
    try tool.write("domains/names.csv", records)
    try tool.write(
      "domains/names.yaml",
      """
      domain: names
      version: \(turn)
      source: { kind: csv, path: names.csv }
      item: { id: "{id}", title: "{title}" }

      """)
  }

  /// How many items a query finds.
  private func total(_ text: String, _ tool: BuiltTool) throws -> Int {
    let run = try tool.run(["query", "--json", "--count", "exact", "--limit", "1", text])
    let number = run.output.split(separator: #""total":"#).dropFirst().first ?? ""
    return try #require(Int(number.prefix { $0.isNumber }), "\(run.output)\(run.talk)")
  }

  private func pause(milliseconds: Int) throws {
    let part = String(milliseconds % 1000 + 1000).dropFirst()
    _ = try Subprocess("/bin/sleep", ["\(milliseconds / 1000).\(part)"]).run()
  }
}
