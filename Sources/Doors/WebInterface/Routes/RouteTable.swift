/// All routes.
enum RouteTable {
  /// In the order in which they are tried: what is fixed before what varies.
  static let all: [Route] =
    described + AlertRoutes.all + MachineRoutes.all + PageRoutes.all

  /// Those of the API, which its description names.
  static let described =
    SearchRoutes.all + ItemRoutes.all + WritingRoutes.all + PickRoutes.described
    + AlertRoutes.described + HealthRoutes.all

  /// The names of routes that only whoever records activity asks.
  static let ofActivity = Set(
    all.filter { [.activity, .ownPage].contains($0.permission) || $0.name == "historyPage" }
      .map(\.name))

  /// The first parts of paths that belong to routes: a domain of such a name has its pages below `/-/`.
  static let taken: Set<String> = Set(
    all.compactMap { route in
      let first = route.segments.dropFirst().first.map(String.init) ?? ""
      return first.contains("{") || first.isEmpty ? nil : first
    })

  private static let patterns = all.map { (route: $0, pattern: RoutePattern($0.path)) }

  /// The routes of a path, whatever their method.
  static func find(_ path: Substring) -> [(route: Route, captures: [String: String])] {
    let parts = RoutePattern.split(path)
    var found: [(route: Route, captures: [String: String])] = []
    for (route, pattern) in patterns {
      guard let captures = pattern.captures(parts) else { continue }
      // A path that is fixed hides those that vary: only other methods of the same path join it.
      guard found.isEmpty || found[0].route.path == route.path else { continue }
      found.append((route, captures))
    }
    return found
  }
}
