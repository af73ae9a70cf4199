import FootlightPlatform
import Testing

@testable import DeclaredRecords

/// How often a program is run, how changes are found: neither rebuilds anything.
@Suite struct RefreshTests {
  private func command(_ refresh: String) -> String {
    "domain: a\nversion: 1\nsource: { kind: command, command: [x]\(refresh) }\n"
      + "item: { id: a, title: b }\n"
  }

  @Test func `lengths of time are read`() throws {
    let source = try load(
      command(", refresh: { every: 1d, full_every: 30d }"), allowsOutside: true
    ).source
    #expect(source.refresh == RefreshPolicy(every: 86_400, fullEvery: 2_592_000))
    #expect(source.domain == "a")
    #expect(RefreshPolicy.seconds("90s") == 90 && RefreshPolicy.seconds("15m") == 900)
    #expect(RefreshPolicy.seconds("6h") == 21_600 && RefreshPolicy.seconds("2w") == 1_209_600)
    #expect(RefreshPolicy.seconds("PT6H") == 21_600 && RefreshPolicy.seconds("P30D") == 2_592_000)
    for text in [
      "", "d", "P1M", "P0D", "1", "0d", "-1d", "+1d", "1 d", "1y", "9223372036854775807w", "١d",
    ] {
      #expect(RefreshPolicy.seconds(text) == nil, "\(text)")
    }
  }

  @Test func `what is no length of time is refused with its place`() throws {
    let failure = #expect(throws: Failure.self) {
      try load(command(", refresh: { every: daily, full_evry: 1d }"), allowsOutside: true)
    }
    let codes = (failure?.diagnostics ?? []).map(\.code)
    #expect(Set(codes) == [.badValue, .unknownKey])
    #expect(failure?.diagnostics.allSatisfy { $0.location?.line == 3 && $0.remedy != nil } == true)
  }

  @Test func `cadence and the way to find changes rebuild nothing`() throws {
    let plain = try load(command(""), allowsOutside: true).fingerprint
    #expect(
      try load(command(", refresh: { every: 1d }"), allowsOutside: true).fingerprint == plain)
    let sqlite =
      "domain: a\nversion: 1\nsource: { kind: sqlite, path: x, table: t, key: k }\n"
      + "item: { id: a, title: b }\n"
    let other = sqlite.replacing("key: k", with: "key: k, changes: \"watermark: w\"")
    #expect(try load(sqlite).fingerprint == load(other).fingerprint)
  }

  @Test func `an external source has no keys of its own`() throws {
    let text = "domain: a\nversion: 1\nsource: { kind: external }\nitem: { id: a, title: b }\n"
    #expect(try load(text).source.kind == "external")
    let broken = text.replacing("external }", with: "external, path: x }")
    #expect(mistakes(broken).map(\.code) == [.unknownKey])
  }
}
