import DeclaredRecords
import FootlightPlatform
import Testing

@Suite struct RandomMappingTests {
  private static let paths = [
    "a", "b", "c.d", "c", "l", "l[]", "l[0]", "o.*", "o.*[]", "n1", "n2", "absent",
  ]

  private static let filters = [
    "trim", "lower", "upper", "title", "first", "last", "join: '; '", "default: 'x'",
    "replace: 'a', 'bb'", "split: ','", "truncate: 3", "plain", "unique", "limit: 2", "number",
    "date: 'd.M.yyyy'", "format: 'yyyy'", "scale: 1, 100",
  ]

  @Test func `any record becomes the same item twice, or is bad, whatever the mapping`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = Randomness(seed)
    var items = 0
    for _ in 0..<150 {
      let declaration = """
        let:
          n1: "\(template(&random))"
          n2: { value: "\(template(&random))", map: { x: y, "1": z }, else: "\(template(&random, list: false))" }
        item:
          id: "{id}"
          title: "t\(random.pick(["", " {a | default: 'a'}", " {n1 | first | default: 'b'}"]))"
          body: "\(template(&random, list: false))"
          keywords: ["\(template(&random))"]
          attributes: { l: { value: "\(template(&random))", type: list } }
          rank: "{a | number | scale: 1, 1000}"
        """
      let records = (0..<10).map { number in
        var record: Record = ["id": RecordValue(number)]
        for name in ["a", "b", "l", "o", "c"] where random.below(4) > 0 {
          record[name] = value(&random, 0)
        }
        return record
      }
      let once: [Mapped]
      do throws(Failure) {
        once = try map(declaration, records)
      } catch {
        // Two lists in one template, or a list where text is wanted.
        continue
      }
      let twice = try map(declaration, records + records)
      #expect(once == Array(twice.prefix(10)), "seed \(seed): \(declaration)")
      #expect(
        once == Array(twice.suffix(10)), "seed \(seed): a record depends on the one before it")
      items += once.count { $0.item != nil }
      for item in once.compactMap(\.item) {
        #expect(!item.id.isEmpty && !item.title.isEmpty, "seed \(seed)")
        #expect(!item.keywords.contains(""), "seed \(seed)")
      }
    }
    #expect(items > 0, "seed \(seed): no item at all")
  }

  private func template(_ random: inout Randomness, list: Bool = true) -> String {
    var text = random.pick(["", "x ", "{{}} "])
    for _ in 0..<(1 + random.below(2)) {
      var filters = (0..<random.below(3)).map { _ in random.pick(Self.filters) }
      if !list { filters.append("first") }
      text += "{" + ([random.pick(Self.paths)] + filters).joined(separator: " | ") + "}"
    }
    return text
  }

  private func value(_ random: inout Randomness, _ depth: Int) -> RecordValue {
    switch random.below(depth < 3 ? 9 : 6) {
    case 0: .null
    case 1: .boolean(random.below(2) == 0)
    case 2: RecordValue(random.below(2000))
    case 3: .text(random.pick(["", " ", "a,b,,c", "x", "1", "1.2.2021", "2021-03-04", "1,234"]))
    case 4: .text(random.pick(["**ä** <b>&amp;</b>", "ÀÉ ß", "\"quoted\\", "🦊\n\t", "- a\n- b"]))
    case 5: .number(random.pick(["1.50", "-0", "1e3", "12345678901234567890"]))
    case 6, 7: .list((0..<random.below(4)).map { _ in value(&random, depth + 1) })
    default:
      .object(
        Record(
          (0..<random.below(3)).map {
            Record.Field(["d", "e", "f"][$0], value(&random, depth + 1))
          }))
    }
  }
}

/// Numbers that follow from a seed.
private struct Randomness {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func pick(_ texts: [String]) -> String {
    texts[below(texts.count)]
  }
}
