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

  /// Writes the schema where it is used.
  func refer(_ json: inout JSONWriter) {
    guard let list else {
      return json.member("$ref", "#/components/schemas/\(name)")
    }
    json.member("type", "object")
    json.member("required", [list])
    json.name("properties")
    json.object { json in
      json.name(list)
      json.object { json in
        json.member("type", "array")
        json.name("items")
        json.object { json in
          // Of many queries each may fail alone.
          if list == "answers" {
            json.name("anyOf")
            json.array { any in
              for name in [name, "Problem"] {
                any.object { $0.member("$ref", "#/components/schemas/\(name)") }
              }
            }
          } else {
            json.member("$ref", "#/components/schemas/\(name)")
          }
        }
      }
    }
  }

  /// Writes the schema itself.
  func define(_ json: inout JSONWriter) { AnswerSchema.write(shape, &json) }

  private static func write(_ shape: JSONShape, _ json: inout JSONWriter) {
    json.member("type", "object")
    json.member("description", shape.summary)
    json.member("required", shape.members.filter(\.isConstant).map(\.name))
    json.name("properties")
    json.object { json in
      for member in shape.members {
        json.name(member.name)
        json.object { write(member, &$0) }
      }
    }
  }

  private static func write(_ member: JSONShape.Member, _ json: inout JSONWriter) {
    json.member("description", member.summary)
    switch member.type {
    case "text": json.member("type", "string")
    case "text or null": json.member("type", ["string", "null"])
    case "number": json.member("type", "number")
    case "number or null": json.member("type", ["number", "null"])
    case "boolean", "true": json.member("type", "boolean")
    case "object": json.member("type", "object")
    case "object or null": json.member("type", ["object", "null"])
    case "list of texts":
      json.member("type", "array")
      json.name("items")
      json.object { $0.member("type", "string") }
    default:
      guard member.type.hasPrefix("list") else { return }
      json.member("type", "array")
      guard let elements = member.elements else { return }
      json.name("items")
      json.object { write(elements, &$0) }
    }
  }
}
