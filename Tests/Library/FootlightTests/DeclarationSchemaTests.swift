import DeclaredRecords
import FileHandles
import Footlight
import FootlightPlatform
import SourceKinds
import TestSupport
import Testing

@Suite struct DeclarationSchemaTests {
  private static let root = (0..<4).reduce(#filePath) { path, _ in Path.parent(of: path) ?? "" }
  private static let schema = DeclarationSchema.value(kinds: SourceKind.builtIn.map(\.keys))

  private func mistakes(_ text: String) throws -> [String] {
    let node = try #require(try YAMLNode.parse(text, file: "test.yaml").first)
    return SchemaCheck.mistakes(node, Self.schema, at: "")
  }

  private func text(_ path: String) throws -> String {
    let bytes = try File.readWhole(Path.join(Self.root, path))
    return bytes.text(bytes.all)
  }

  @Test func `every bundled declaration and every one of a test case keeps to the schema`() throws {
    var files = try Folder.entries(of: Path.join(Self.root, "domains")).map { "domains/\($0.name)" }
    for entry in try Folder.entries(of: Path.join(Self.root, "Tests/Cases"))
    where entry.kind == .folder {
      let folder = "Tests/Cases/\(entry.name)"
      files += try Folder.entries(of: Path.join(Self.root, folder)).map { "\(folder)/\($0.name)" }
    }
    var count = 0
    for file in files
    where file.hasSuffix(".yaml")
      && !["searches.yaml", "items.yaml"].contains(Path.name(of: file))
    {
      let found = try mistakes(text(file))
      #expect(found.isEmpty, "\(file): \(found)")
      count += 1
    }
    #expect(count > 15)
  }

  @Test func `a started workspace holds the schema, and its example keeps to it`() throws {
    let folder = try TemporaryFolder()
    _ = try Library.initialise(folder.path)
    let example = try folder.text("domains/books.yaml")
    #expect(example.hasPrefix("# yaml-language-server: $schema=schema.json\n"))
    #expect(try mistakes(example).isEmpty)
    let kinds = SourceKind.builtIn.map(\.keys)
    #expect(
      try folder.text("domains/schema.json")
        == DeclarationSchema.text(DeclarationSchema.value(kinds: kinds)))
    #expect(
      try text("domains/schema.json")
        == DeclarationSchema.text(DeclarationSchema.value(kinds: kinds)))
  }

  @Test(arguments: [
    ("verson: 1", "verson"), ("version: one", "version"), ("version: -1", "version"),
    ("label: [a]", "label"), ("analysis: { stop_words: { a: 1 } }", "stop_words"),
    ("search: { k1: 11 }", "k1"), ("search: { fields: { titel: 1 } }", "titel"),
    ("let: { a: { valeu: x } }", "let"),
  ])
  func `what the tool refuses by its shape an editor marks`(_ line: String, _ place: String) throws
  {
    let found = try mistakes(
      """
      domain: books
      \(line.hasPrefix("version") ? "" : "version: 1")
      source: { kind: csv, path: books.csv }
      item: { id: "{id}", title: "{title}" }
      \(line)
      """)
    #expect(found.contains { $0.contains(place) }, "\(found)")
  }

  @Test func `keys of a source depend on its kind, and required ones must hold something`() throws {
    let head = "domain: a\nversion: 1\nitem: { id: a, title: b }\n"
    #expect(try mistakes(head + "source: { kind: csv, path: a, delimiter: ';' }").isEmpty)
    #expect(try !mistakes(head + "source: { kind: jsonl, path: a, delimiter: ';' }").isEmpty)
    #expect(try !mistakes(head + "source: { kind: csv }").isEmpty)
    #expect(try !mistakes(head + "source: { kind: cvs, path: a }").isEmpty)
    #expect(try !mistakes("domain:\nversion: 1\nitem: { id: a, title: b }\nsource: {}").isEmpty)
    #expect(try mistakes(head + "source: { kind: csv, path: [a, b] }\nlabel:").isEmpty)
  }
}

/// Checks a YAML node against the part of JSON Schema that the schema of declarations uses.
private enum SchemaCheck {
  static func mistakes(_ node: YAMLNode, _ schema: RecordValue, at place: String) -> [String] {
    guard case .object(let rules) = schema else { return [] }
    var found: [String] = []
    for rule in rules.fields {
      switch (rule.name, rule.value) {
      case ("$schema", _), ("title", _), ("description", _): break
      case ("type", .text(let name)):
        if !isA(node, name) { found.append("\(place): no \(name)") }
      case ("type", .list(let names)):
        if !names.contains(where: { isA(node, text($0)) }) {
          found.append("\(place): none of the types")
        }
      case ("const", .text(let word)):
        if node.text != word { found.append("\(place): not \(word)") }
      case ("enum", .list(let words)):
        let isOne = words.contains { $0 == .null ? node.isNull : node.text == text($0) }
        if !isOne { found.append("\(place): none of the choices") }
      case ("minimum", .number(let limit)):
        if let number = Double(node.text ?? ""), let limit = Double(limit), number < limit {
          found.append("\(place): too small")
        }
      case ("maximum", .number(let limit)):
        if let number = Double(node.text ?? ""), let limit = Double(limit), number > limit {
          found.append("\(place): too large")
        }
      case ("maxLength", .number(let limit)):
        if (node.text?.count ?? 0) > Int(limit) ?? 0 { found.append("\(place): too long") }
      case ("required", .list(let names)):
        for name in names where node.pairs != nil && node[text(name)] == nil {
          found.append("\(place): \(text(name)) is missing")
        }
      case ("properties", .object(let properties)):
        for pair in node.pairs ?? [] {
          guard let known = properties.fields.first(where: { $0.name == pair.name }) else {
            continue
          }
          found += mistakes(pair.value, known.value, at: "\(place).\(pair.name)")
        }
      case ("additionalProperties", .boolean(false)):
        let known = properties(of: rules)
        for pair in node.pairs ?? [] where !known.contains(pair.name) {
          found.append("\(place): unknown \(pair.name)")
        }
      case ("additionalProperties", let inner):
        let known = properties(of: rules)
        for pair in node.pairs ?? [] where !known.contains(pair.name) {
          found += mistakes(pair.value, inner, at: "\(place).\(pair.name)")
        }
      case ("items", let inner):
        for element in node.elements ?? [] { found += mistakes(element, inner, at: place + "[]") }
      case ("oneOf", .list(let choices)), ("anyOf", .list(let choices)):
        let fitting = choices.count { mistakes(node, $0, at: place).isEmpty }
        if fitting == 0 || (rule.name == "oneOf" && fitting > 1) {
          found.append("\(place): \(fitting) of the choices fit")
        }
      default: found.append("the test does not know \(rule.name)")
      }
    }
    return found
  }

  private static func properties(of rules: Record) -> Set<String> {
    guard
      case .object(let properties)? = rules.fields.first(where: { $0.name == "properties" })?.value
    else { return [] }
    return Set(properties.fields.map(\.name))
  }

  private static func text(_ value: RecordValue) -> String {
    if case .text(let text) = value { text } else { "" }
  }

  private static func isA(_ node: YAMLNode, _ name: String) -> Bool {
    switch name {
    case "object": node.pairs != nil
    case "array": node.elements != nil
    case "null": node.isNull
    case "boolean": node.scalar?.meaning == .yes || node.scalar?.meaning == .no
    case "number": node.scalar?.meaning == .number
    case "integer": node.scalar?.meaning == .number && Int(node.text ?? "") != nil
    case "string": node.scalar?.meaning == .text
    default: false
    }
  }
}
