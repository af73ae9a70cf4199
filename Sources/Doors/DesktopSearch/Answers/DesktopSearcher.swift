package import Footlight
package import FootlightPlatform

/// Answers the desktop from the workspaces that were installed, without any state between two calls.
package struct DesktopSearcher {
  /// The libraries of the workspaces, in the order in which they were installed.
  package private(set) var libraries: [Library] = []
  /// The reasons why the last call did not search a workspace, or not all of it.
  package private(set) var failures: [Failure] = []
  /// The reasons why workspaces could not be opened.
  private var unopened: [Failure] = []
  private let system: SystemServices

  /// The most results that are told.
  package static let most = 50

  /// A searcher of no workspace yet.
  package init(system: SystemServices) {
    self.system = system
  }

  /// Takes these workspaces from now on; those that are open stay so, those that cannot be opened are tried again.
  package mutating func open(_ workspaces: [Workspace]) {
    guard workspaces != libraries.map(\.workspace) else { return }
    let known = libraries
    libraries = []
    unopened = []
    for workspace in workspaces {
      if let library = known.first(where: { $0.workspace == workspace }) {
        libraries.append(library)
        continue
      }
      do throws(Failure) {
        libraries.append(try Library(workspace, system: system))
      } catch {
        unopened.append(error)
      }
    }
  }

  /// The results that are found within so many milliseconds, best first.
  ///
  /// Of one workspace it is what the command line finds, in the same order. Several are merged by tier and score;
  /// an identifier that two of them have is the first one's.
  package mutating func search(_ query: DesktopQuery, withinMilliseconds patience: Int) -> [Hit] {
    failures = unopened
    guard query.reach != .nothing else { return [] }
    var time = SharedPatience(milliseconds: patience, among: libraries.count, system)
    var found: [[Hit]] = []
    for library in libraries {
      do throws(Failure) {
        let answer = try library.search(query.text, options: options(Self.most, time.next()))
        if answer.isCut { failures.append(Self.late(library)) }
        var hits = answer.hits
        if query.reach == .names { hits.removeAll { $0.tier > .starts } }
        found.append(hits)
      } catch {
        failures.append(error)
      }
    }
    return Self.merged(found)
  }

  /// The shown values of these identifiers, in their number and order.
  package mutating func metas(_ ids: [String]) -> [ResultMeta] {
    let snapshots = snapshots()
    return ids.map { id in
      for (_, snapshot) in snapshots {
        if let found = Self.item(id, in: snapshot) {
          return ResultMeta(id: id, item: found.item, picture: snapshot.picture(of: found))
        }
      }
      return ResultMeta(unknown: id)
    }
  }

  /// The item with an identifier that the desktop was told, and the library that holds it.
  ///
  /// Nil with `failures` may mean that it is in a workspace that cannot be read now.
  package mutating func item(_ id: String) -> (library: Library, item: LocatedItem)? {
    for (library, snapshot) in snapshots() {
      if let found = Self.item(id, in: snapshot) { return (library, found) }
    }
    return nil
  }

  /// The first workspace in which something is found within so many milliseconds, else the first.
  package mutating func place(
    of query: DesktopQuery, withinMilliseconds patience: Int
  ) -> Workspace? {
    failures = unopened
    guard libraries.count > 1, query.reach != .nothing else { return libraries.first?.workspace }
    var time = SharedPatience(milliseconds: patience, among: libraries.count, system)
    for library in libraries {
      do throws(Failure) {
        let answer = try library.search(query.text, options: options(1, time.next()))
        if !answer.hits.isEmpty { return library.workspace }
        if answer.isCut { failures.append(Self.late(library)) }
      } catch {
        failures.append(error)
      }
    }
    return libraries.first?.workspace
  }

  private func options(_ limit: Int, _ milliseconds: Int) -> SearchOptions {
    var options = SearchOptions(limit: limit)
    options.marksMatches = false
    options.audience = .desktop
    options.timeout = .milliseconds(milliseconds)
    return options
  }

  /// The newest state of every workspace that can be read.
  private mutating func snapshots() -> [(library: Library, snapshot: Snapshot)] {
    failures = unopened
    var snapshots: [(library: Library, snapshot: Snapshot)] = []
    for library in libraries {
      do throws(Failure) {
        snapshots.append((library, try library.snapshot()))
      } catch {
        failures.append(error)
      }
    }
    return snapshots
  }

  /// Says nothing of the query: what somebody types has no place in a log.
  private static func late(_ library: Library) -> Failure {
    Failure(
      .desktopLate,
      "a search in \(library.workspace.folder) took too long; what was found by then was shown",
      remedy:
        "more letters are quicker; `footlight compact` there joins what many changes scattered")
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

/// The time of one call, shared fairly: of what is left each search may take its part, and leaves the rest to the others.
struct SharedPatience {
  private let end: Int64
  private let system: SystemServices
  private var searches: Int

  /// So many milliseconds from now on, for so many searches.
  init(milliseconds: Int, among searches: Int, _ system: SystemServices) {
    end = system.monotonic() + Int64(milliseconds) * 1_000_000
    self.searches = searches
    self.system = system
  }

  /// The milliseconds of the next search, at least 1.
  mutating func next() -> Int {
    let left = Int((end - system.monotonic()) / 1_000_000)
    defer { searches -= 1 }
    return max(1, left / max(1, searches))
  }
}
