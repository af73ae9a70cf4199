import FileHandles
import FootlightPlatform
import TestSupport
import Testing

struct MutationTests {
  private let text = """
    # domains/rules.yaml
    domain: law.rules
    source: { kind: markdown, path: "data/*.md" }
    let:
      set: { value: "{folder}", map: { civil: FRCP, 'x': "\\u00e9\\n" } }
    item:
      aliases:
        - "{set} {rule}"
        - >-
          folded
          text
      body: |
        literal § “text”
    ? key
    : value
    """

  @Test func `no bytes at all crash the reader, and every place is in the file`() {
    var random = SeededRandom.announced("YAML mutations")
    let spice = Array("{}[]:,-?&*!|>'\"%@`#\t\n\r \\~<=\u{FEFF}\u{85}\u{2028}é\u{0}".utf8)
    var refused = 0
    for _ in 0..<4_000 {
      var bytes = Array(text.utf8)
      for _ in 0..<(1 + random.below(6)) {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[place] = random.pick(spice) ?? 0
        case 1: bytes.insert(random.pick(spice) ?? 0, at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(9)))
        default: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      var arena = ByteArena()
      arena.append(bytes)
      do throws(Failure) {
        _ = try YAMLNode.parse(arena, file: "f")
      } catch {
        refused += 1
        for problem in error.diagnostics {
          #expect(
            exists(problem.location?.line, problem.location?.column, bytes),
            "\(problem) in \(bytes)")
        }
      }
    }
    #expect(refused > 1_000 && refused < 4_000)
  }

  private func exists(_ line: Int?, _ column: Int?, _ bytes: [UInt8]) -> Bool {
    guard let line, let column else { return false }
    var lengths = [0]
    for (offset, byte) in bytes.enumerated() {
      let isPair = byte == 0x0D && bytes[(offset + 1)...].first == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isPair) {
        lengths.append(0)
      } else {
        lengths[lengths.count - 1] += 1
      }
    }
    return line >= 1 && line <= lengths.count && column >= 1 && column <= lengths[line - 1] + 1
  }

  @Test func `what takes libyaml long is refused before`() {
    let started = SystemServices.system.monotonic()
    for unit in [
      "%TAG !a! x\n", "%YAML 1.1\n", "%X y\n", "a: ", "- ", "'", "\"\\", "#\n", "\r", "!",
    ] {
      let bytes = ByteArena(String(repeating: unit, count: 1_000_000 / unit.utf8.count))
      _ = failureCode { _ = try YAMLNode.parse(bytes, file: "f") }
    }
    var tags = ""
    for number in 0..<50_000 { tags += "%TAG !a\(number)! x\n" }
    #expect(failureCode { _ = try YAMLNode.parse(tags, file: "f") } == .yamlDirective)
    let seconds = Double(SystemServices.system.monotonic() - started) / 1e9
    #expect(seconds < 60, "seconds even on a slow machine")
  }
}
