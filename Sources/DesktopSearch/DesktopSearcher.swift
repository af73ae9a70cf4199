package import Footlight
package import FootlightDiagnostics
package import FootlightPlatform

/// Answers the desktop from the workspaces that were installed, without any state between two calls.
package struct DesktopSearcher {
  /// The libraries of the workspaces, in the order in which they were installed.
  package private(set) var libraries: [Library] = []
  /// What kept a workspace from answering the last call.
  package private(set) var failures: [Failure] = []
  private let world: World

  /// As many results are told at most.
  package static let most = 50

  /// A searcher of no workspace yet.
  package init(world: World) {
    self.world = world
  }

  /// Takes these workspaces from now on; those that are open stay so.
  package mutating func open(_ workspaces: [Workspace]) {
    guard workspaces != libraries.map(\.workspace) else { return }
    let known = libraries
    libraries = workspaces.compactMap { workspace in
      if let library = known.first(where: { $0.workspace == workspace }) { return library }
      do throws(Failure) {
        return try Library(workspace, world: world)
      } catch {
        return nil
      }
    }
  }

  /// What is found within so many milliseconds, best first.
  ///
  /// Of one workspace it is what the command line finds, in the same order. Several are merged by tier and score;
  /// an identifier that two of them have is the first one's.
  package mutating func search(_ query: DesktopQuery, withinMilliseconds patience: Int) -> [Hit] {
    failures = []
    guard query.reach != .nothing else { return [] }
    let end = world.monotonic() + Int64(patience) * 1_000_000
    var found: [[Hit]] = []
    for library in libraries {
      var options = SearchOptions(limit: Self.most)
      options.marksMatches = false
      options.audience = .desktop
      options.timeoutMilliseconds = max(1, Int((end - world.monotonic()) / 1_000_000))
      do throws(Failure) {
        var hits = try library.search(query.text, options: options).hits
        if query.reach == .names { hits.removeAll { $0.tier > 2 } }
        found.append(hits)
      } catch {
        failures.append(error)
      }
    }
    return Self.merged(found)
  }

  /// What may be shown of these identifiers, in their number and order.
  package mutating func metas(_ ids: [String]) -> [ResultMeta] {
    failures = []
    var snapshots: [Snapshot] = []
    for library in libraries {
      do throws(Failure) {
        snapshots.append(try library.snapshot())
      } catch {
        failures.append(error)
      }
    }
    return ids.map { id in
      for snapshot in snapshots {
        if let found = Self.item(id, in: snapshot) { return ResultMeta(id: id, item: found.item) }
      }
      return ResultMeta(unknown: id)
    }
  }

  /// The item with an identifier that the desktop was told, and the library that holds it.
  package func item(_ id: String) -> (library: Library, item: LocatedItem)? {
    for library in libraries {
      guard let snapshot = try? library.snapshot() else { continue }
      if let found = Self.item(id, in: snapshot) { return (library, found) }
    }
    return nil
  }

  /// The first workspace in which something is found, else the first.
  package mutating func place(of query: DesktopQuery) -> Workspace? {
    guard libraries.count > 1 else { return libraries.first?.workspace }
    for library in libraries {
      var options = SearchOptions(limit: 1)
      options.marksMatches = false
      options.audience = .desktop
      options.timeoutMilliseconds = 50
      if let answer = try? library.search(query.text, options: options), !answer.hits.isEmpty {
        return library.workspace
      }
    }
    return libraries.first?.workspace
  }

  /// Only identifiers name items here: what else `item` takes is not what the desktop was told.
  private static func item(_ id: String, in snapshot: Snapshot) -> LocatedItem? {
    guard let address = ItemAddress(id), let found = try? snapshot.item(id, audience: .desktop),
      ItemAddress(domain: found.domain, id: found.item.id) == address
    else { return nil }
    return found
  }

  private static func merged(_ found: [[Hit]]) -> [Hit] {
    guard found.count > 1 else { return found.first ?? [] }
    var told: Set<String> = []
    var merged: [(place: Int, hit: Hit)] = []
    for hits in found {
      for hit in hits where told.insert(hit.address).inserted { merged.append((merged.count, hit)) }
    }
    merged.sort { a, b in
      (a.hit.tier, -(a.hit.score ?? 0), a.place) < (b.hit.tier, -(b.hit.score ?? 0), b.place)
    }
    return merged.prefix(most).map(\.hit)
  }
}
