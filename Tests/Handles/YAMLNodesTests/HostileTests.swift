import FileHandles
import FootlightPlatform
import Testing

struct HostileTests {
  private func problems(_ text: String, _ limits: YAMLLimits = YAMLLimits()) -> [String] {
    problems(Array(text.utf8), limits)
  }

  private func problems(_ bytes: [UInt8], _ limits: YAMLLimits = YAMLLimits()) -> [String] {
    var arena = ByteArena()
    arena.append(bytes)
    do throws(Failure) {
      _ = try YAMLNode.parse(arena, file: "f", limits: limits)
      return []
    } catch {
      return error.diagnostics.map { problem in
        let place = problem.location
        return "\(problem.code.name) \(place?.line ?? 0):\(place?.column ?? 0)"
      }
    }
  }

  @Test(arguments: [
    ("a: &x 1\nb: *x\n", ["yaml.anchor 1:4", "yaml.anchor 2:4"]),
    ("&x a: 1\n", ["yaml.anchor 1:1"]),
    ("a: !!str 1\n", ["yaml.tag 1:4"]),
    ("a: !<tag:x> [1]\n", ["yaml.tag 1:4"]),
    ("a: 1\nb: 2\na: 3\n", ["yaml.duplicate-key 3:1"]),
    ("a: 1\n\"a\": 2\n", ["yaml.duplicate-key 2:1"]),
    ("? [a]\n: 1\n", ["yaml.key-not-scalar 1:3"]),
    ("{[a]: 1}\n", ["yaml.key-not-scalar 1:2"]),
    ("a: [1, 2\nb: 3\n", ["yaml.syntax 2:2"]),
    ("a: \"open\n", ["yaml.syntax 2:1"]),
    ("a: b: c\n", ["yaml.syntax 1:5"]),
    ("\ta: 1\n", ["yaml.syntax 1:1"]),
    ("a: \"\\0\"\n", ["yaml.character 1:4"]),
    ("a: \"\\e[31m\"\n", ["yaml.character 1:4"]),
    ("%TAG ! tag:x,2000:\n---\na: 1\n", ["yaml.directive 1:1"]),
  ])
  func `what is not plain YAML is refused with its place`(_ text: String, _ expected: [String]) {
    #expect(problems(text) == expected)
  }

  @Test func `all mistakes before a syntax error are reported with it`() {
    #expect(
      problems("a: &x 1\na: 2\nb: [\n")
        == ["yaml.anchor 1:4", "yaml.duplicate-key 2:1", "yaml.syntax 4:1"])
  }

  @Test(arguments: [
    ([0x61, 0x3A, 0x20, 0x00], 4), ([0x61, 0x1B], 2), ([0xFF], 1), ([0x20, 0xC0, 0x80], 2),
    ([0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 1), ([0x61, 0xE2, 0x82], 2),
    ([0x7F], 1), ([0xFE, 0xFF, 0x00, 0x61], 1), ([0x61, 0xEF, 0xBB, 0xBF], 2),
  ])
  func `bytes that are no text are refused with their place`(_ bytes: [UInt8], _ column: Int) {
    #expect(problems(bytes).first == "yaml.character 1:\(column)")
  }

  @Test(arguments: [
    String(repeating: "[", count: 500_000), String(repeating: "{a: ", count: 200_000),
    String(repeating: "- ", count: 400_000), String(repeating: "? ", count: 400_000),
    String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
  ])
  func `nesting without end is refused`(_ text: String) {
    #expect(problems(text).last?.hasPrefix("yaml.too-large") == true)
  }

  @Test func `64 levels are allowed`() {
    #expect(
      problems(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)).isEmpty)
  }

  @Test func `too many bytes and too many values are refused`() {
    #expect(problems(String(repeating: "#", count: 1_048_577)) == ["yaml.too-large 0:0"])
    #expect(problems("[1, 2, 3]", YAMLLimits(nodes: 3)) == ["yaml.too-large 1:8"])
    #expect(problems("[1, 2, 3]", YAMLLimits(nodes: 4)).isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func `thousands of keys that stand twice are each looked up once`() {
    let keys = (1...24_000).map { "key\($0): 1\n" }.joined()
    let found = problems(keys + keys)
    #expect(found.count == 20)
    #expect(found.first == "yaml.duplicate-key 24001:1")
  }

  @Test func `a thousand mistakes are not all listed`() {
    let text = String(repeating: "a: 1\n", count: 1000)
    #expect(problems(text).count == 20)
  }
}
