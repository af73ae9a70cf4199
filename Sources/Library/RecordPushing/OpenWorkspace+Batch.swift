import FootlightPlatform

extension OpenWorkspace {
  /// Begins a batch of pushes into a domain, unless one of this library is open for it.
  func beginBatch(
    _ name: String, into domain: String, options: PushOptions
  ) throws(Failure) -> PushBatch {
    let declared = try external(domain)
    try ClientState(batch: name, text: "").check()
    let owner = HookOwner()
    var owned = options
    owned.hooks = options.hooks.owned(by: owner, isThroughout: false)
    let contents = PushContents(
      spool: try PushSpool(), intake: try PushIntake(declared, world, owned))
    guard openBatches.begin(domain) else {
      throw Failure(
        .batchOpen, "a batch for \(domain) has begun and not ended",
        remedy: "end it or abandon it first")
    }
    return PushBatch(self, name, declared, owned, owner, contents)
  }
}
