import FootlightPlatform
import JSONAnswers

/// The schema of an answer: made of the table that the answer is written from.
struct AnswerSchema: Sendable {
  /// Its name among the schemas of the description.
  let name: String
  let shape: JSONShape
  /// The member that holds a list of such objects; nil for one object.
  var list: String?

  static let answer = AnswerSchema(
    name: "Answer",
    shape: JSONObjects.answer(HitForm(marksHTML: true)).shape.maybe("hits"))
  static let answers = AnswerSchema(name: "Answer", shape: answer.shape, list: "answers")
  static let completions = AnswerSchema(
    name: "Completions", shape: JSONObjects.completions.shape)
  static let item = AnswerSchema(name: "Item", shape: JSONObjects.item.shape)
  static let explained = AnswerSchema(name: "Explained", shape: JSONObjects.explained.shape)
  static let summaries = AnswerSchema(
    name: "DomainSummary", shape: JSONObjects.summary.shape, list: "domains")
  static let domain = AnswerSchema(name: "Domain", shape: JSONObjects.domain.shape)
  static let statuses = AnswerSchema(
    name: "Status", shape: JSONObjects.status.shape, list: "status")
  static let pushed = AnswerSchema(name: "Pushed", shape: JSONObjects.pushed.shape)

  static let alerts = AnswerSchema(
    name: "Alert", shape: JSONObjects.alert.shape, list: "alerts")

  static let all = [
    answer, completions, item, explained, summaries, domain, statuses, pushed, alerts,
  ]

  /// The schema of this name, where it is used.
  static func reference(to name: String) -> RecordValue {
    ["$ref": .text("#/components/schemas/\(name)")]
  }

  /// The schema where it is used.
  var reference: RecordValue {
    var element = AnswerSchema.reference(to: name)
    guard let list else { return element }
    // Of many queries each may fail alone.
    if list == "answers" { element = ["anyOf": [element, AnswerSchema.reference(to: "Problem")]] }
    return [
      "type": "object", "required": [.text(list)],
      "properties": [list: ["type": "array", "items": element]],
    ]
  }

  /// All schemas by their names: those of answers, and of the objects that stand within them.
  static var definitions: [(name: String, value: RecordValue)] {
    var found = all.map { ($0.name, schema($0.shape)) }
    var shapes = all.map(\.shape)
    while let shape = shapes.popLast() {
      for inner in shape.members.compactMap(\.elements)
      where !found.contains(where: { $0.0 == name(inner) }) {
        found.append((name(inner), schema(inner)))
        shapes.append(inner)
      }
    }
    let value: RecordValue = [
      "type": "object", "required": ["value", "count"],
      "properties": [
        "value": ["type": ["string", "number", "boolean"]], "count": ["type": "integer"],
        "at_least": ["type": "boolean"],
      ],
    ]
    return found + [
      ("FacetValue", value),
      (
        "Facets",
        [
          "type": "object",
          "additionalProperties": ["type": "array", "items": reference(to: "FacetValue")],
        ]
      ),
    ]
  }

  /// The name of an object within others: `Hit` of "a hit".
  private static func name(_ shape: JSONShape) -> String {
    let word = shape.name.split(separator: " ").last ?? ""
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func schema(_ shape: JSONShape) -> RecordValue {
    [
      "type": "object", "description": .text(shape.summary),
      "required": .texts(shape.members.filter(\.isConstant).map(\.name)),
      "properties": .object(shape.members) { ($0.name, schema($0)) },
    ]
  }

  private static func schema(_ member: JSONShape.Member) -> RecordValue {
    if member.name == "facets" { return reference(to: "Facets") }
    var items: RecordValue?
    let type: RecordValue?
    switch member.type {
    case "text": type = "string"
    case "text or null": type = ["string", "null"]
    case "number", "object", "boolean": type = .text(member.type)
    case "number or null": type = ["number", "null"]
    case "true": type = "boolean"
    case "object or null": type = ["object", "null"]
    default:
      type = member.type.hasPrefix("list") ? "array" : nil
      items = member.elements.map { reference(to: name($0)) }
      if type != nil, items == nil {
        items = ["type": member.type == "list of texts" ? "string" : "object"]
      }
    }
    return .members(["description": .text(member.summary), "type": type, "items": items])
  }
}
