import FootlightPlatform

extension Console {
  /// The console of this process.
  static func system(_ world: World = .system) -> Console {
    Console(
      output: Output(OutputWriter(descriptor: 1)), talk: Output(OutputWriter(descriptor: 2)),
      terminal: world.terminal(), variable: world.environment, clock: world.monotonic,
      open: { (url) throws(Failure) in
        try Opener(path: world.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").open(url)
      },
      launch: { (command, folder) throws(Failure) in
        try Opener(path: world.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin")
          .run(command, in: folder)
      },
      cancellation: {
        Signals.install()
        Process.adoptOrphans()
        return Cancellation(followsSignals: true)
      })
  }
}
