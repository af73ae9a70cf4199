import Footlight
import FootlightPlatform

/// All that the calls of one server share: the library, the settings, and what is remembered between requests.
struct ServedLibrary: Sendable {
  let library: Library
  let settings: WebSettings
  let metrics = Metrics()
  let statusMemory: StatusMemory
  let keys: KeyRing
  let cursors = CursorSeal()
  /// The first parts of paths that belong to routes.
  private let taken: Set<String>
  private let world: World

  init(_ library: Library, _ settings: WebSettings, taken: Set<String>, _ world: World) {
    self.library = library
    self.settings = settings
    self.taken = taken
    self.world = world
    statusMemory = StatusMemory(world)
    keys = KeyRing(library, world)
  }

  /// A clock in nanoseconds.
  func now() -> Int64 { world.monotonic() }

  /// The renderer of pages for the client of a request, with scheme, host and port as that client knows them.
  func pages(for request: HTTPRequest, records: Bool) -> Pages {
    let origin = settings.base?.origin ?? "http://\(request.header("Host") ?? "localhost")"
    return Pages(
      Addresses(root: settings.root, origin: origin, taken: taken), activity: records)
  }
}
