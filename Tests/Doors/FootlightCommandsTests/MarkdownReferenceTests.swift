import DeclaredRecords
import FootlightPlatform
import JSONAnswers
import Testing

@testable import Footlight
@testable import FootlightCommands

struct MarkdownReferenceTests {
  private static let root = (0..<4).reduce(#filePath) { path, _ in Path.parent(of: path) ?? "" }

  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return json.bytes.text(json.bytes.all)
  }

  /// The names of the members of the outermost object, and of what they hold.
  private func members(_ json: String) -> [(name: String, first: Character)] {
    var found: [(String, Character)] = []
    var depth = 0
    var text = "", isText = false, isEscaped = false, isValue = false
    for character in json {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isText = false
        } else {
          text.append(character)
        }
        continue
      }
      if isValue {
        found.append((text, character))
        isValue = false
      }
      switch character {
      case "\"":
        text = ""
        isText = true
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      case ":" where depth == 1: isValue = true
      default: break
      }
    }
    return found
  }

  private func expectShape<Value>(
    _ shape: JSONObject<Value>, _ json: String, without left: Set<String> = []
  ) {
    let found = members(json)
    #expect(found.map(\.name) == shape.members.map(\.name).filter { !left.contains($0) })
    for (name, first) in found {
      guard let member = shape.members.first(where: { $0.name == name }) else { continue }
      let types: [String]
      switch first {
      case "\"": types = ["text"]
      case "{": types = ["object"]
      case "[": types = ["list"]
      case "n": types = ["null"]
      case "t", "f": types = ["true", "boolean"]
      default: types = ["number"]
      }
      let isRight = types.contains { member.shape.type.contains($0) }
      #expect(isRight, "\(shape.name).\(name): \(first) is no \(member.shape.type)")
    }
  }

  private let item = Item(id: "1", title: "One", expires: 0)
  private var hit: Hit {
    var hit = Hit(domain: "a", id: "1", title: "One", tier: .exact)
    hit.snippet = Hit.Snippet(field: .body, text: "x", highlights: Highlights(scalars: []))
    hit.explanation = explanation
    hit.isPinned = true
    hit.distance = 12
    hit.group = Hit.Group(attribute: "set", value: "frcp", more: 2)
    return hit
  }
  private let explanation = Explanation(
    tier: .named, reason: "r", score: 1,
    factors: [Explanation.Factor("x", 1, adds: true, detail: "d")])
  private let finding = Finding(domain: "a", Diagnostic(.stale, "old"))

  @Test func `the reference describes every object as it is written`() {
    let facet = Facet("genre", [Facet.Value(.text("Drama"), count: 2)])
    var answer = Answer(query: "q", isAtLeast: true, hits: [hit], facets: [facet], notes: [])
    answer.isCut = true
    expectShape(JSONObjects.answer, written { $0.line(JSONObjects.answer, answer) })
    answer.isCut = false
    answer.isAtLeast = false
    answer.facets = []
    expectShape(
      JSONObjects.answer, written { $0.line(JSONObjects.answer, answer) },
      without: ["at_least", "cut", "facets"])
    expectShape(
      JSONObjects.item, written { $0.line(JSONObjects.item, LocatedItem(domain: "a", item: item)) })
    var explained = ItemExplanation(
      query: "q", domain: "a", id: "1", title: nil, explanation: explanation)
    expectShape(
      JSONObjects.explained, written { $0.line(JSONObjects.explained, explained) }, without: ["cut"]
    )
    explained.isCut = true
    expectShape(JSONObjects.explained, written { $0.line(JSONObjects.explained, explained) })
    let absent = ItemExplanation(
      query: "q", domain: "a", id: "1", title: "One", explanation: Explanation(reason: "r"))
    expectShape(
      JSONObjects.explained, written { $0.line(JSONObjects.explained, absent) }, without: ["cut"])
    var completions = Completions(query: "q")
    expectShape(
      JSONObjects.completions, written { $0.line(JSONObjects.completions, completions) },
      without: ["cut"])
    completions.isCut = true
    expectShape(JSONObjects.completions, written { $0.line(JSONObjects.completions, completions) })
    expectShape(
      JSONObjects.syncRow,
      written { $0.line(JSONObjects.syncRow, SyncRow(domain: "a", decision: .none, reason: "")) })
    let status = DomainStatus(domain: "a", label: "a", decision: .none, reason: "")
    expectShape(
      JSONObjects.status, written { $0.line(JSONObjects.status, (status, nil)) },
      without: ["findings"])
    expectShape(JSONObjects.status, written { $0.line(JSONObjects.status, (status, [finding])) })
    expectShape(
      JSONObjects.summary,
      written { $0.line(JSONObjects.summary, DomainSummary(domain: "a", label: "a")) })
    expectShape(
      JSONObjects.difference,
      written {
        $0.line(JSONObjects.difference, ItemDifference(domain: "a", id: "1", kind: .missing))
      })
    expectShape(
      JSONObjects.compacted,
      written { $0.line(JSONObjects.compacted, CompactedDomain(domain: "a", segments: 1)) })
    expectShape(
      JSONObjects.removed, written { $0.line(JSONObjects.removed, RemovedDomain(domain: "a")) })
    expectShape(
      JSONObjects.checked,
      written { $0.line(JSONObjects.checked, CheckedDomain(domain: "a", file: "a.yaml")) })
  }

  @Test func `the reference describes what stands within other objects`() {
    func first(_ json: String, in list: String) -> String {
      let parts = json.split(separator: "\"\(list)\":[", maxSplits: 1)
      return parts.count > 1 ? String(parts[1]) : ""
    }
    let note = Note(code: Note.Code(rawValue: "c"), message: "m", domain: "a")
    let answer = written {
      $0.line(JSONObjects.answer, Answer(query: "q", hits: [hit], notes: [note]))
    }
    expectShape(JSONObjects.hit, first(answer, in: "hits").before("],\"notes\""))
    expectShape(JSONObjects.note, first(answer, in: "notes"))
    expectShape(JSONObjects.factor, first(answer, in: "factors"))
    let name = Completion(text: "t", kind: .title, domain: "a", id: "1", count: 2)
    let completions = written {
      $0.line(JSONObjects.completions, Completions(query: "q", suggestions: [name]))
    }
    expectShape(JSONObjects.suggestion, first(completions, in: "suggestions").before("],\"notes\""))
    let status = DomainStatus(domain: "a", label: "a", decision: .none, reason: "")
    expectShape(
      JSONObjects.finding,
      first(written { $0.line(JSONObjects.status, (status, [finding])) }, in: "findings"))
  }

  @Test func `every command that prints JSON is in the reference`() {
    let described = JSONShape.all.flatMap { $0.name.split(separator: ", ") }.map(String.init)
    for command in Command.all where command.options.contains(where: { $0.name == "json" }) {
      let isDescribed = described.contains { "\($0) ".hasPrefix("\(command.name) ") }
      #expect(isDescribed, "\(command.name)")
    }
  }

  @Test func `the reference names every key, kind, filter and exit code`() {
    let page = MarkdownReference.text
    for kind in SourceKind.builtIn {
      #expect(page.contains("### `kind: \(kind.name)`"))
      for key in kind.keys.keys { #expect(page.contains("| `\(key.name)` |")) }
    }
    for filter in FilterDescription.all { #expect(page.contains("| `\(filter.name)` |")) }
    for key in DomainKeys.top {
      #expect(page.contains("| `\(key.name)` |"))
      switch key.type {
      case .section(let inner), .sections(let inner), .expanded(let inner):
        #expect(page.contains("### `\(key.name)`"))
        for key in inner { #expect(page.contains("| `\(key.name)` |")) }
      default: break
      }
    }
    for (code, _) in ExitCode.meanings { #expect(page.contains("| \(code) |")) }
  }

  @Test func `docs/reference.md is what the tool says`() throws {
    let bytes = try File.readWhole(Path.join(Self.root, "docs/reference.md"))
    let page = bytes.text(bytes.all)
    let isThere = page.contains(MarkdownReference.text)
    #expect(isThere, "run `make docs`")
    let memory = MemoryConsole()
    #expect(memory.run("help", "--markdown") == 0 && memory.output == MarkdownReference.text)
  }
}

extension String {
  /// What stands before a text.
  fileprivate func before(_ text: String) -> String {
    String(split(separator: text, maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
  }
}
