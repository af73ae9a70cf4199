import FootlightPlatform

extension OpenWorkspace {
  /// Indexes records that come as JSON lines; nothing is locked while they are read.
  func index(
    _ input: LineInput, into domain: String, merging: Bool, state: ClientState?,
    options: PushOptions
  ) throws(Failure) -> PushReport {
    try told(options) { () throws(Failure) in
      let declared = try external(domain)
      try state?.check()
      var spool = try PushSpool()
      var intake = try PushIntake(declared, world, options)
      try intake.take(named: input.name, isMerging: merging, into: &spool) {
        (arena) throws(Failure) in
        try input.read(into: &arena)
      }
      var run = PushRun(open: self, options: options)
      run.inputName = input.name
      run.state = state.map { ($0, domain) }
      return try run.perform(spool, [declared])
    }
  }
}
