/// An object that the service offers on the bus: the one table from which calls are checked and described.
struct ServedObject {
  /// A method with the types that it takes and gives.
  struct Method {
    let name: String
    let takes: [String]
    let gives: [String]
    /// Whether it is a search: of those that wait, one caller's newest alone is answered.
    var isSearch = false

    /// The answer of a search that found nothing.
    var nothing: BusValue {
      .list(of: gives.first.map { String($0.dropFirst()) } ?? "s", [])
    }
  }

  /// Methods under one name.
  struct Interface {
    let name: String
    let methods: [Method]
  }

  let path: String
  let interfaces: [Interface]

  /// The name under which all of it is found.
  static let busName = "io.github.footlight.Search"
  static let gnome = "org.gnome.Shell.SearchProvider2"
  static let runner = "org.kde.krunner1"
  static let own = "io.github.footlight.Search"
  static let introspectable = "org.freedesktop.DBus.Introspectable"
  static let properties = "org.freedesktop.DBus.Properties"

  /// The search provider of GNOME, and what `footlight desktop` itself asks.
  static let provider = ServedObject(
    path: "/io/github/footlight/Search",
    interfaces: [
      Interface(
        name: gnome,
        methods: [
          Method(name: "GetInitialResultSet", takes: ["as"], gives: ["as"], isSearch: true),
          Method(
            name: "GetSubsearchResultSet", takes: ["as", "as"], gives: ["as"], isSearch: true),
          Method(name: "GetResultMetas", takes: ["as"], gives: ["aa{sv}"]),
          Method(name: "ActivateResult", takes: ["s", "as", "u"], gives: []),
          Method(name: "LaunchSearch", takes: ["as", "u"], gives: []),
        ]),
      Interface(
        name: own,
        methods: [
          Method(name: "Workspaces", takes: [], gives: ["as"]),
          Method(name: "Leave", takes: [], gives: []),
        ]),
    ])

  /// The runner of KRunner.
  static let matcher = ServedObject(
    path: "/runner",
    interfaces: [
      Interface(
        name: runner,
        methods: [
          Method(name: "Actions", takes: [], gives: ["a(sss)"]),
          Method(name: "Match", takes: ["s"], gives: ["a" + RunnerMatch.signature], isSearch: true),
          Method(name: "Run", takes: ["s", "s"], gives: []),
          Method(name: "SetActivationToken", takes: ["s"], gives: []),
          Method(name: "Teardown", takes: [], gives: []),
        ])
    ])

  static let all = [provider, matcher]

  /// The interfaces that every object has besides.
  static let everywhere = [
    Interface(
      name: introspectable, methods: [Method(name: "Introspect", takes: [], gives: ["s"])]),
    Interface(
      name: properties,
      methods: [
        Method(name: "Get", takes: ["s", "s"], gives: ["v"]),
        Method(name: "GetAll", takes: ["s"], gives: ["a{sv}"]),
        Method(name: "Set", takes: ["s", "s", "v"], gives: []),
      ]),
  ]

  /// The object at a path; one without interfaces of its own for what lies above an object.
  static func at(_ path: String) -> ServedObject? {
    if let object = all.first(where: { $0.path == path }) { return object }
    return children(of: path).isEmpty ? nil : ServedObject(path: path, interfaces: [])
  }

  /// The names right below a path.
  private static func children(of path: String) -> [String] {
    let above = path == "/" ? "/" : path + "/"
    return all.compactMap { object in
      guard object.path.hasPrefix(above) else { return nil }
      return object.path.dropFirst(above.count).split(separator: "/").first.map(String.init)
    }
  }

  /// The object's description of itself (D-Bus specification, "Introspection Data Format").
  var description: String {
    var lines = ["<node>"]
    for interface in interfaces + Self.everywhere {
      lines.append("  <interface name=\"\(interface.name)\">")
      for method in interface.methods {
        lines.append("    <method name=\"\(method.name)\">")
        for type in method.takes { lines.append("      <arg type=\"\(type)\" direction=\"in\"/>") }
        for type in method.gives { lines.append("      <arg type=\"\(type)\" direction=\"out\"/>") }
        lines.append("    </method>")
      }
      lines.append("  </interface>")
    }
    lines += Self.children(of: path).map { "  <node name=\"\($0)\"/>" }
    return (lines + ["</node>", ""]).joined(separator: "\n")
  }
}
