extension Cancellation {
  /// A flag that raises itself when the clock of `world` shows `deadline`, in nanoseconds, and follows another one.
  package convenience init(
    following other: Cancellation? = nil, deadline: Int64, in world: World
  ) {
    self.init(following: other) { world.monotonic() >= deadline }
  }
}
