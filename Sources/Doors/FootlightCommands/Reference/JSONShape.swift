import JSONAnswers

/// The members of an object of `--json`, for the reference: they are stated where the object is written.
struct JSONShape: Sendable {
  struct Member: Sendable {
    let name: String
    let type: String
    let summary: String
  }

  let name: String
  let summary: String
  let members: [Member]

  init<Value>(_ object: JSONObject<Value>) {
    name = object.name
    summary = object.summary
    members = object.members.map { Member(name: $0.name, type: $0.type, summary: $0.summary) }
  }

  static let all = [
    JSONShape(JSONObjects.answer), JSONShape(JSONObjects.hit), JSONShape(JSONObjects.note),
    JSONShape(JSONObjects.explained), JSONShape(JSONObjects.factor),
    JSONShape(JSONObjects.completions), JSONShape(JSONObjects.suggestion),
    JSONShape(JSONObjects.item), JSONShape(JSONObjects.syncRow), JSONShape(JSONObjects.status),
    JSONShape(JSONObjects.finding), JSONShape(JSONObjects.summary),
    JSONShape(JSONObjects.difference), JSONShape(JSONObjects.activity),
    JSONShape(JSONObjects.askedQuery),
    JSONShape(JSONObjects.alert),
    JSONShape(JSONObjects.restored), JSONShape(JSONObjects.setAside),
    JSONShape(JSONObjects.compacted), JSONShape(JSONObjects.pushed),
    JSONShape(JSONObjects.removed), JSONShape(JSONObjects.checked), JSONShape(JSONObjects.ready),
    JSONShape(JSONObjects.accessKey), JSONShape(JSONObjects.storeStatus),
    JSONShape(JSONObjects.storeBuilder),
  ]
}
