package import DeclaredRecords
package import FootlightPlatform

/// The JSON Schema of declarations, for editors: made from the tables of keys that validate them.
///
/// It knows shapes, names, ranges and choices; what a template or a date may be only `check` knows.
/// Draft 7, because that is what editors speak (json-schema.org/draft-07).
package enum DeclarationSchema {
  /// The schema for these kinds of sources.
  package static func value(kinds: [SourceKindKeys]) -> RecordValue {
    var properties: [Record.Field] = []
    for key in DomainKeys.top {
      let shape = key.name == "source" ? source(kinds) : shape(of: key.type)
      properties.append(Record.Field(key.name, described(shape, key)))
    }
    return titled("A domain of Footlight", object(properties, required: DomainKeys.top))
  }

  /// The schema of the settings of a workspace, `footlight.yaml`.
  package static var settings: RecordValue {
    titled("A workspace of Footlight", object(WorkspaceSettings.keys))
  }

  private static func titled(_ title: String, _ members: [Record.Field]) -> RecordValue {
    .object(
      Record(
        [
          Record.Field("$schema", "http://json-schema.org/draft-07/schema#"),
          Record.Field("title", .text(title)),
        ] + members))
  }

  /// A schema as JSON over several lines, with a line feed at its end.
  package static func text(_ schema: RecordValue) -> String {
    var bytes = ByteArena(capacity: 1 << 14)
    bytes.append(indented: schema, depth: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes.text(bytes.all)
  }

  /// The keys of a source depend on its kind.
  private static func source(_ kinds: [SourceKindKeys]) -> [Record.Field] {
    let choices = kinds.map { kind -> RecordValue in
      var properties: [Record.Field] = []
      for key in DomainKeys.source {
        let shape =
          key.name == "kind" ? [Record.Field("const", .text(kind.name))] : shape(of: key.type)
        properties.append(Record.Field(key.name, described(shape, key)))
      }
      for key in kind.keys {
        properties.append(Record.Field(key.name, described(shape(of: key.type), key)))
      }
      let members = object(properties, required: DomainKeys.source + kind.keys)
      return .object(Record([Record.Field("description", .text(kind.summary))] + members))
    }
    return [Record.Field("oneOf", .list(choices))]
  }

  private static func described(_ shape: [Record.Field], _ key: Key) -> RecordValue {
    var text = key.summary
    if let value = key.defaultText { text += " Without it: `\(value)`." }
    var shape = shape
    if key.isRequired {
      // A required value cannot be left empty.
      for index in shape.indices where shape[index].name == "type" {
        guard case .list(let names) = shape[index].value else { continue }
        shape[index].value = .list(names.filter { $0 != "null" })
      }
    }
    return .object(Record([Record.Field("description", .text(text))] + shape))
  }

  /// The schema of a type's values; nothing at all is the same as leaving the key out.
  private static func shape(of type: KeyType) -> [Record.Field] {
    switch type {
    case .text, .template, .special, .fieldPath, .file:
      [types("string", "number", "boolean", "null")]
    case .booleanOrLine: [types("boolean", "integer", "null")]
    case .character:
      [types("string", "number", "null"), Record.Field("maxLength", 1)]
    case .texts, .templates, .globs:
      [
        types("string", "number", "boolean", "array", "null"),
        Record.Field("items", .object(Record([types("string", "number", "boolean")]))),
      ]
    case .textGroups:
      [
        types("array", "null"),
        Record.Field(
          "items",
          .object(
            Record([
              types("array"),
              Record.Field(
                "items", .object(Record([types("string", "number", "boolean")]))),
            ]))),
      ]
    case .boolean: [types("boolean", "null")]
    case .wholeNumber(let range):
      [
        types("integer", "null"), Record.Field("minimum", RecordValue(range.lowerBound)),
        Record.Field("maximum", RecordValue(range.upperBound)),
      ]
    case .number(let range):
      [
        types("number", "null"), Record.Field("minimum", RecordValue(range.lowerBound)),
        Record.Field("maximum", RecordValue(range.upperBound)),
      ]
    case .choice(let words):
      [Record.Field("enum", .list(words.map { .text($0) } + [.null]))]
    case .section(let keys): object(keys)
    case .sections(let keys):
      [
        Record.Field(
          "anyOf",
          .list([
            .object(Record(object(keys))),
            .object(
              Record([types("array", "null"), Record.Field("items", .object(Record(object(keys))))])
            ),
          ]))
      ]
    case .expanded(let keys):
      [
        Record.Field(
          "anyOf",
          .list([
            .object(Record(shape(of: keys.first?.type ?? .template))),
            .object(Record(object(keys))),
          ]))
      ]
    case .named(let type):
      [
        types("object", "null"),
        Record.Field("additionalProperties", .object(Record(shape(of: type)))),
      ]
    }
  }

  private static func object(_ keys: [Key]) -> [Record.Field] {
    object(
      keys.map { Record.Field($0.name, described(shape(of: $0.type), $0)) }, required: keys)
  }

  private static func object(
    _ properties: [Record.Field], required keys: [Key]
  ) -> [Record.Field] {
    let required = keys.filter(\.isRequired).map { RecordValue.text($0.name) }
    // A section with required keys cannot be left empty.
    var members = [required.isEmpty ? types("object", "null") : types("object")]
    if !required.isEmpty { members.append(Record.Field("required", .list(required))) }
    members.append(Record.Field("properties", .object(Record(properties))))
    members.append(Record.Field("additionalProperties", false))
    return members
  }

  private static func types(_ names: String...) -> Record.Field {
    guard names.count > 1 else { return Record.Field("type", .text(names.first ?? "object")) }
    return Record.Field("type", .list(names.map { .text($0) }))
  }
}

extension ByteArena {
  /// Appends a value as JSON, objects and lists of objects over several lines.
  fileprivate mutating func append(indented value: RecordValue, depth: Int) {
    switch value {
    case .object(let record) where !record.fields.isEmpty:
      append(UInt8(ascii: "{"))
      for (index, field) in record.fields.enumerated() {
        line(depth + 1, isFirst: index == 0)
        append(json: .text(field.name))
        append(": ")
        append(indented: field.value, depth: depth + 1)
      }
      line(depth, isFirst: true)
      append(UInt8(ascii: "}"))
    case .list(let elements) where elements.contains(where: \.isObject):
      append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        line(depth + 1, isFirst: index == 0)
        append(indented: element, depth: depth + 1)
      }
      line(depth, isFirst: true)
      append(UInt8(ascii: "]"))
    default: append(json: value)
    }
  }

  private mutating func line(_ depth: Int, isFirst: Bool) {
    append((isFirst ? "\n" : ",\n") + String(repeating: "  ", count: depth))
  }
}

extension RecordValue {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
