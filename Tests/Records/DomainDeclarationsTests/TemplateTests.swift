import DeclaredRecords
import FootlightPlatform
import Testing

@Suite struct TemplateTests {
  @Test(arguments: [
    "{a", "a}", "{}", "{ }", "{a..b}", "{a.}", "{[0]}", "{a[}", "{a[x]}", "{a[-1]}", "{*}", "{a|}",
    "{a | }", "{a | split}", "{a | split: }", "{a | split: ''}", "{a | split: ,}",
    "{a | trim: 'x'}",
    "{a | truncate: ten}", "{a | truncate: -1}", "{a | truncate: 'x'}", "{a | limit: 1.5}",
    "{a | scale: 10, 1}", "{a | scale: 0, 1}", "{a | scale: 1}", "{a | date: 'YYYY'}",
    "{a | date: ''}", "{a | replace: 'a'}", "{a | replace: '', 'b'}", "{a | join: ', ' | limit: 2}",
    "{a | default: x}", "{a 'b'}", "{a | split: ','} {b | split: ','}", "{a[]} {b.*}",
    "{a[99999999999999999999]}", "{a | date: 'yyyy}",
  ])
  func `a broken template is one mistake that shows it`(template: String) {
    let text = """
      domain: a
      version: 1
      source: { kind: csv, path: x }
      item:
        id: "{id}"
        title: "{name}"
        keywords: ["\(template)"]
      """
    let found = mistakes(text)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.code == .badTemplate, "\(found)")
    #expect(found.first?.message.contains(template.prefix(40)) == true)
    #expect(found.first?.location?.line == 7)
  }

  @Test(arguments: [
    "{a}", "{a.b.c}", "{a[0].b[1]}", "{a[]}", "{a.*}", "{a.*[]}", "{First Name}", "{'odd.key'}",
    "{ a | trim | lower }", "{{literal}}", "{a | split: ', '}", "{a | replace: \"'\",\"''\"}",
    "{a | default: '}'}", "{a | default: '|'}", "{a | date: 'MMMM d, yyyy'}", "{größe}", "{a-b_c}",
    "{a | scale: 1000, 10000000}", "{a | date: \"yyyy-MM-dd'T'HH:mm:ss\"}", "{a|first|upper}", "",
  ])
  func `a template that is right has no mistake`(template: String) {
    let text = """
      domain: a
      version: 1
      source: { kind: csv, path: x }
      item:
        id: "{id}"
        title: "{name}"
        keywords:
          - \(quoted(template))
      """
    #expect(mistakes(text) == [])
  }

  @Test func `an empty default says what to do instead`() {
    let found = mistakes(declaration(item: "body: \"{a | default: ''}\""))
    #expect(found.map(\.code) == [.badTemplate])
    #expect(found.first?.remedy?.contains("leave the filter out") == true)
  }

  @Test func `a list where text is wanted is an error that says so`() {
    for template in ["{works[].title}", "{tags | split: ','}", "{names.*}", "Nr. {a[]}"] {
      let found = mistakes(declaration(title: template))
      #expect(found.map(\.code) == [.listWhereText])
      #expect(found.first?.message.contains("list") == true)
    }
    let found = mistakes(declaration(item: "attributes: { tags: \"{tags | split: ','}\" }"))
    #expect(found.map(\.code) == [.listWhereText])
    #expect(found.first?.remedy?.contains("type: list") == true)
  }

  @Test func `first, last and join make text of a list`() {
    for filter in ["first", "last", "join: ', '", "split: ',' | unique | limit: 3 | join: ';'"] {
      #expect(mistakes(declaration(title: "{a[] | \(filter)}")) == [])
    }
  }

  @Test func `a name may use those above it and the fields of the record`() throws {
    let definition = try load(
      declaration(
        title: "{full}",
        top: """
          let:
            name: "{name | trim}"
            full: "{name} {last}"
          """))
    #expect(definition.mapping.names.map(\.value.source) == ["{name | trim}", "{name} {last}"])
    guard case .expression(let own) = definition.mapping.names[0].value.parts[0],
      case .expression(let other) = definition.mapping.names[1].value.parts[0]
    else {
      Issue.record("no expressions")
      return
    }
    #expect(own.input == .slot(0), "within itself a name is the field")
    #expect(other.input == .name(0))
  }

  @Test func `a name that is declared below is a mistake, as are parts of one`() {
    let below = mistakes(
      declaration(top: "let:\n  a: \"{b}\"\n  b: x\n"))
    #expect(below.map(\.code) == [.badTemplate])
    #expect(below.first?.message.contains("'b' is declared further below") == true)
    let parts = mistakes(declaration(title: "{a.b}", top: "let:\n  a: x\n"))
    #expect(parts.first?.message.contains("no parts") == true)
  }

  @Test func `a broken name is reported once, not at each use`() {
    let found = mistakes(declaration(title: "{a} {a}", top: "let:\n  a: \"{b | shout}\"\n"))
    #expect(found.map(\.code) == [.unknownFilter])
  }

  @Test func `else needs a map`() {
    let found = mistakes(
      declaration(top: "let:\n  a: { value: \"{b}\", else: x }\n"))
    #expect(found.map(\.code) == [.badValue])
  }

  @Test func `a name with a list is a list`() {
    let top = "let:\n  tags: \"{tags | split: ','}\"\n"
    #expect(mistakes(declaration(title: "{tags}", top: top)).map(\.code) == [.listWhereText])
    #expect(mistakes(declaration(item: "keywords: \"{tags}\"", top: top)) == [])
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
