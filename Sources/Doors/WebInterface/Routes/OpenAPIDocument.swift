import Footlight
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
    var json = JSONWriter()
    json.object { json in
      json.member("openapi", "3.1.0")
      json.name("info")
      json.object { json in
        json.member("title", "Footlight")
        json.member("version", "1")
        json.member("summary", "Searches the domains of a workspace.")
      }
      json.name("servers")
      json.array { list in
        list.object {
          $0.member("url", String(root.dropLast()).isEmpty ? "/" : String(root.dropLast()))
        }
      }
      json.name("paths")
      json.object { paths(&$0) }
      json.name("components")
      json.object { components(&$0) }
    }
    json.endLine()
    return json.written
  }

  private func paths(_ json: inout JSONWriter) {
    var names: [String] = []
    for route in RouteTable.described where !names.contains(route.path) { names.append(route.path) }
    for name in names {
      json.name(name)
      json.object { json in
        for route in RouteTable.described where route.path == name {
          json.name(route.method.lowercased())
          json.object { operation(route, &$0) }
        }
      }
    }
  }

  private func operation(_ route: Route, _ json: inout JSONWriter) {
    json.member("operationId", route.name)
    json.member("summary", route.summary)
    let captured = route.segments.filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
    if !captured.isEmpty || !route.parameters.isEmpty {
      json.name("parameters")
      json.array { list in
        for name in captured {
          list.object { json in
            json.member("name", String(name))
            json.member("in", "path")
            json.name("required")
            json.value(true)
            json.name("schema")
            json.object { $0.member("type", "string") }
          }
        }
        for parameter in route.parameters { list.object { write(parameter, &$0) } }
      }
    }
    if let body = route.body {
      json.name("requestBody")
      json.object { json in
        json.member("description", body)
        json.name("required")
        json.value(true)
        json.name("content")
        json.object { json in
          if route.name == "push" {
            json.name("application/x-ndjson")
            json.object { _ in }
          }
          json.name("application/json")
          json.object { json in
            json.name("schema")
            json.object { bodySchema(route, &$0) }
          }
        }
      }
    }
    if route.writes {
      json.name("security")
      json.array { list in
        list.object { json in
          json.name("key")
          json.array { _ in }
        }
      }
    }
    json.name("responses")
    json.object { responses(route, &$0) }
  }

  /// The schema of a JSON body: records, queries with the parameters of a search, or ids.
  private func bodySchema(_ route: Route, _ json: inout JSONWriter) {
    guard route.name != "push" else {
      json.member("type", "array")
      json.name("items")
      return json.object { $0.member("type", "object") }
    }
    let isSearch = route.name == "searchMany"
    let name = isSearch ? "queries" : "ids"
    json.member("type", "object")
    json.member("required", [name])
    json.name("properties")
    json.object { json in
      json.name(name)
      json.object { json in
        json.member("type", "array")
        json.member("maxItems", isSearch ? 50 : 10_000)
        json.name("items")
        json.object { json in
          guard isSearch else { return json.member("type", "string") }
          json.member("type", "object")
          json.name("additionalProperties")
          json.value(false)
          json.name("properties")
          json.object { json in
            for parameter in SearchRoutes.parameters {
              json.name(parameter.name)
              json.object { parameters.write(parameter, isMember: true, &$0) }
            }
          }
        }
      }
    }
  }

  private func responses(_ route: Route, _ json: inout JSONWriter) {
    for status in route.statuses where status < 300 {
      json.name(String(status))
      json.object { json in
        json.member("description", status == 202 ? "stored, and found later" : "done")
        json.name("content")
        json.object { json in
          json.name(String(route.contentType.prefix { $0 != ";" }))
          json.object { json in
            guard let answer = route.answer else { return }
            json.name("schema")
            json.object { answer.refer(&$0) }
          }
        }
      }
    }
    if route.statuses.contains(304) {
      json.name("304")
      json.object { $0.member("description", "nothing has changed") }
    }
    json.name("default")
    json.object { $0.member("$ref", "#/components/responses/Problem") }
  }

  private func write(_ parameter: Parameter, _ json: inout JSONWriter) {
    json.member("name", parameter.name)
    json.member("in", "query")
    json.member("description", parameter.summary)
    json.name("schema")
    json.object { parameters.write(parameter, &$0) }
  }

  private func components(_ json: inout JSONWriter) {
    json.name("securitySchemes")
    json.object { json in
      json.name("key")
      json.object { json in
        json.member("type", "http")
        json.member("scheme", "bearer")
      }
    }
    json.name("responses")
    json.object { json in
      json.name("Problem")
      json.object { json in
        json.member("description", "what is wrong, and what to do about it")
        json.name("content")
        json.object { json in
          json.name("application/json")
          json.object { json in
            json.name("schema")
            json.object { $0.member("$ref", "#/components/schemas/Problem") }
          }
        }
      }
    }
    json.name("schemas")
    json.object { json in
      for schema in AnswerSchema.all {
        json.name(schema.name)
        json.object { schema.define(&$0) }
      }
      json.name("Problem")
      json.object { json in
        json.member("type", "object")
        json.name("properties")
        json.object { json in
          json.name("error")
          json.object { json in
            json.member("type", "object")
            json.member("required", ["code", "type", "message"])
            json.name("properties")
            json.object { json in
              for name in ["code", "type", "message", "remedy", "place", "link"] {
                json.name(name)
                json.object {
                  $0.member(
                    "type",
                    name == "code" || name == "type" || name == "message"
                      ? ["string"] : ["string", "null"])
                }
              }
            }
          }
        }
      }
    }
  }
}
