import Footlight
import FootlightPlatform
import JSONAnswers

/// The description of the API (OpenAPI 3.1), written from the table of routes.
struct OpenAPIDocument {
  /// The path below which it is served.
  let root: String

  var bytes: [UInt8] {
    let server = String(root.dropLast())
    return JSONWriter.line([
      "openapi": "3.1.0",
      "info": [
        "title": "Footlight", "version": .text(Library.version),
        "summary": "Searches the domains of a workspace.",
      ],
      "servers": [["url": .text(server.isEmpty ? "/" : server)]],
      "tags": .list(
        OpenAPIDocument.tags.map { ["name": .text($0.name), "description": .text($0.says)] }),
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

  /// The groups of routes, by the word with which their paths begin.
  private static let tags: [(name: String, says: String, begins: [String])] = [
    ("search", "asking", ["search", "suggest", "explain"]),
    ("items", "the items of domains, and records that are pushed", ["items", "domains"]),
    ("changes", "what has come, changed and gone", ["alerts"]),
    ("server", "the server itself", []),
  ]

  private func tag(_ route: Route) -> RecordValue {
    let word = route.path.replacing("/api/v1/", with: "").prefix { $0.isLetter }
    let found = OpenAPIDocument.tags.first { $0.begins.contains(String(word)) }
    return [.text(found?.name ?? "server")]
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
        // An empty one counts as absent.
        "allowEmptyValue": true, "schema": ParameterSchema.schema(parameter),
      ]
    }
    let all = captured + asked
    let security: RecordValue = [["key": []]]
    return .members([
      "operationId": .text(route.name), "tags": tag(route), "summary": .text(route.summary),
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
    let schema: RecordValue
    switch route.name {
    case "push":
      schema = ["type": "array", "items": ["type": "object"]]
    case "searchMany":
      schema = list("queries", atMost: 50, of: AnswerSchema.reference(to: "Query"))
    default: schema = list("ids", atMost: 10_000, of: ["type": "string"])
    }
    return [
      "description": .text(says), "required": true,
      "content": ["application/json": ["schema": schema]],
    ]
  }

  private func responses(_ route: Route) -> RecordValue {
    var responses = Record()
    let type = String(route.contentType.prefix { $0 != ";" })
    let schema: RecordValue = .members(["schema": route.answer?.reference])
    for status in route.statuses where status < 300 {
      // Makers of clients know no lines of JSON: who reads them is told so.
      let areLines = type == "application/x-ndjson"
      let says = areLines ? "a JSON object a line, as \(type)" : "done"
      responses[String(status)] = .members([
        "description": .text(status == 202 ? "stored, and found later" : says),
        "content": areLines ? nil : [type: schema],
      ])
    }
    if route.statuses.contains(304) { responses["304"] = ["description": "nothing has changed"] }
    responses["default"] = ["$ref": "#/components/responses/Problem"]
    return .object(responses)
  }

  private var schemas: RecordValue {
    var schemas = Record(AnswerSchema.definitions.map { Record.Field($0.name, $0.value) })
    schemas["Query"] = [
      "type": "object", "additionalProperties": false,
      "properties": .object(SearchRoutes.parameters) {
        ($0.name, ParameterSchema.schema($0, isMember: true))
      },
    ]
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
