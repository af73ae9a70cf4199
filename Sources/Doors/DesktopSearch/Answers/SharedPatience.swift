import FootlightPlatform

/// The time of one call, shared fairly: of what is left each search may take its part, and leaves the rest to the others.
struct SharedPatience {
  private let end: Int64
  private let world: World
  private var searches: Int

  /// So many milliseconds from now on, for so many searches.
  init(milliseconds: Int, among searches: Int, _ world: World) {
    end = world.monotonic() + Int64(milliseconds) * 1_000_000
    self.searches = searches
    self.world = world
  }

  /// The milliseconds of the next search, at least 1.
  mutating func next() -> Int {
    let left = Int((end - world.monotonic()) / 1_000_000)
    defer { searches -= 1 }
    return max(1, left / max(1, searches))
  }
}
