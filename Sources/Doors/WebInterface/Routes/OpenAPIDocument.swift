import Footlight
import FootlightPlatform
import JSONAnswers

/// The description of the API (OpenAPI 3.1), written from the table of routes.
struct OpenAPIDocument {
  private let root: String
  private let parameters: ParameterSchema

  /// Describes the API below a root, for somebody who may know some domains.
  init(root: String, _ domains: [Snapshot.Facts]) {
    self.root = root
    parameters = ParameterSchema(domains)
  }

  var bytes: [UInt8] {
    let server = String(root.dropLast())
    return JSONWriter.line([
      "openapi": "3.1.0",
      "info": [
        "title": "Footlight", "version": "1", "summary": "Searches the domains of a workspace.",
      ],
      "servers": [["url": .text(server.isEmpty ? "/" : server)]],
      "paths": paths,
      "components": [
        "securitySchemes": ["key": ["type": "http", "scheme": "bearer"]],
        "responses": [
          "Problem": [
            "description": "what is wrong, and what to do about it",
            "content": [
              "application/json": ["schema": AnswerSchema.reference(to: "Problem")]
            ],
          ]
        ],
        "schemas": schemas,
      ],
    ])
  }

  private var paths: RecordValue {
    var paths = Record()
    for route in RouteTable.described {
      var operations = paths[route.path]?.record ?? Record()
      operations[route.method.lowercased()] = operation(route)
      paths[route.path] = .object(operations)
    }
    return .object(paths)
  }

  private func operation(_ route: Route) -> RecordValue {
    let captured = route.segments.filter { $0.hasPrefix("{") }.map { segment -> RecordValue in
      let name = String(segment.dropFirst().dropLast())
      return ["name": .text(name), "in": "path", "required": true, "schema": ["type": "string"]]
    }
    let asked = route.parameters.map { parameter -> RecordValue in
      [
        "name": .text(parameter.name), "in": "query", "description": .text(parameter.summary),
        "schema": parameters.schema(parameter),
      ]
    }
    let all = captured + asked
    let security: RecordValue = [["key": []]]
    return .members([
      "operationId": .text(route.name), "summary": .text(route.summary),
      "parameters": all.isEmpty ? nil : .list(all),
      "requestBody": route.body.map { body(route, $0) },
      "security": route.writes ? security : nil, "responses": responses(route),
    ])
  }

  /// A JSON body: records, queries with the parameters of a search, or ids.
  private func body(_ route: Route, _ says: String) -> RecordValue {
    func list(_ name: String, atMost most: Int, of element: RecordValue) -> RecordValue {
      let list: RecordValue = [
        "type": "array", "maxItems": RecordValue(most), "items": element,
      ]
      return ["type": "object", "required": [.text(name)], "properties": [name: list]]
    }
    var lines: RecordValue?
    let schema: RecordValue
    switch route.name {
    case "push":
      lines = [:]
      schema = ["type": "array", "items": ["type": "object"]]
    case "searchMany":
      let query: RecordValue = .object(SearchRoutes.parameters) {
        ($0.name, parameters.schema($0, isMember: true))
      }
      schema = list(
        "queries", atMost: 50,
        of: ["type": "object", "additionalProperties": false, "properties": query])
    default: schema = list("ids", atMost: 10_000, of: ["type": "string"])
    }
    let content: RecordValue = .members([
      "application/x-ndjson": lines, "application/json": ["schema": schema],
    ])
    return ["description": .text(says), "required": true, "content": content]
  }

  private func responses(_ route: Route) -> RecordValue {
    var responses = Record()
    let type = String(route.contentType.prefix { $0 != ";" })
    let schema: RecordValue = .members(["schema": route.answer?.reference])
    for status in route.statuses where status < 300 {
      responses[String(status)] = [
        "description": status == 202 ? "stored, and found later" : "done",
        "content": [type: schema],
      ]
    }
    if route.statuses.contains(304) { responses["304"] = ["description": "nothing has changed"] }
    responses["default"] = ["$ref": "#/components/responses/Problem"]
    return .object(responses)
  }

  private var schemas: RecordValue {
    var schemas = Record(AnswerSchema.all.map { Record.Field($0.name, $0.definition) })
    let constant = ["code", "type", "message"]
    let error: RecordValue = [
      "type": "object", "required": .texts(constant),
      "properties": .object(constant + ["remedy", "place", "link"]) { name in
        (name, ["type": .texts(constant.contains(name) ? ["string"] : ["string", "null"])])
      },
    ]
    schemas["Problem"] = ["type": "object", "properties": ["error": error]]
    return .object(schemas)
  }
}
