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

  /// The schema itself.
  var definition: RecordValue { AnswerSchema.schema(shape) }

  private static func schema(_ shape: JSONShape) -> RecordValue {
    [
      "type": "object", "description": .text(shape.summary),
      "required": .texts(shape.members.filter(\.isConstant).map(\.name)),
      "properties": .object(shape.members) { ($0.name, schema($0)) },
    ]
  }

  private static func schema(_ member: JSONShape.Member) -> RecordValue {
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
      items =
        member.type == "list of texts" ? ["type": "string"] : member.elements.map { schema($0) }
    }
    return .members(["description": .text(member.summary), "type": type, "items": items])
  }
}
