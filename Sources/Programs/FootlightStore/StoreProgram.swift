#if PostgresStore
  import Footlight
  import FootlightCommands
  import FootlightPlatform
  import IndexStores
  import SharedStore

  /// Runs `footlight-store`.
  enum StoreProgram {
    /// The words after `footlight store`.
    private enum Action: String, CaseIterable {
      case initialise = "init"
      case pull, status, sweep
    }

    static func main(_ words: [String]) -> Never {
      Tool.main(
        storing: words,
        { (workspace, store, settings, console) throws(Failure) in
          try library(workspace, store, settings, console)
        },
        { (command, settings, console) throws(Failure) in
          command.program == .store ? try act(settings, console) : nil
        })
    }

    /// The library over a copy that is changed together with its store; what is new is fetched first.
    private static func library(
      _ workspace: Workspace, _ address: String, _ settings: Settings, _ console: Console
    ) throws(Failure) -> Library {
      let (store, _) = try copy(workspace, of: address, Cancellation(followsSignals: true))
      do throws(Failure) {
        try store.pull(Patience(waits: settings.waits))
      } catch {
        // Another process of this machine brings it up to date, or the copy has to do, whatever keeps a query from what
        // is new; and what cannot be used is built anew.
        let isBearable =
          settings.isFresh || error.concerns([.lockHeld])
          || error.concerns(IndexReplica.brokenCodes)
        guard isBearable else { throw error }
        guard !error.concerns([.lockHeld]) || settings.isFresh else {
          return try made(workspace, store)
        }
        for var diagnostic in error.diagnostics {
          diagnostic.severity = .warning
          try console.say(diagnostic)
        }
      }
      return try made(workspace, store)
    }

    private static func made(
      _ workspace: Workspace, _ store: EmbeddedStore
    ) throws(Failure) -> Library {
      try Library(
        workspace, kinds: SourceKind.builtIn, system: .system, store: store,
        settings: try WorkspaceSettings.read(in: workspace.folder))
    }

    /// The index of a workspace, as a copy of the store at an address.
    private static func copy(
      _ workspace: Workspace, of address: String, _ cancellation: Cancellation
    ) throws(Failure) -> (EmbeddedStore, PostgresIndex) {
      let shared = PostgresIndex(
        try PostgresAddress(address), owner: "\(Machine.name) (process \(Machine.process))",
        cancellation: cancellation)
      let replica = IndexReplica(shared, workspace: try Path.absolute(workspace.folder))
      return (EmbeddedStore(path: try Path.absolute(workspace.index), copying: replica), shared)
    }

    // MARK: Pulling

    private static func pull(_ settings: Settings, _ console: Console) throws(Failure) -> ExitCode {
      let (workspace, address) = try place(settings, console)
      let cancellation = console.cancellation()
      let (store, shared) = try copy(workspace, of: address, cancellation)
      let keeping = try keeping(settings, shared)
      let patience = Patience(waits: settings.waits, cancellation: cancellation)
      guard settings.follows else {
        return try pull(store, patience, keeping, console)
      }
      if keeping != nil { try store.pull(patience, keeping: keeping) }
      return try follow(store, shared, cancellation, console)
    }

    /// Pulls once, and says what there was no room for.
    private static func pull(
      _ store: EmbeddedStore, _ patience: Patience, _ keeping: CopyWish?, _ console: Console
    ) throws(Failure) -> ExitCode {
      do throws(Failure) {
        try store.pull(patience, keeping: keeping)
      } catch {
        try console.say(store.replica?.crowded ?? [])
        throw error
      }
      let crowded = store.replica?.crowded ?? []
      try console.say(crowded)
      return crowded.isEmpty ? .done : .machine
    }

    /// The part of the store that a person wants to keep from now on; nil where that stays as it is.
    private static func keeping(
      _ settings: Settings, _ shared: PostgresIndex
    ) throws(Failure) -> CopyWish? {
      let names = settings.domains
      var wish = CopyWish()
      wish.isAll = settings.findsAll
      wish.domains = Set(names)
      guard !settings.findsAll || names.isEmpty && settings.keptShards == nil else {
        throw Failure(
          .wrongValue, "--all contradicts --domain and --shards", remedy: "use one of them")
      }
      wish.shards = settings.keptShards.flatMap(ReplicaState.shards)
      if let written = settings.keptShards, wish.shards == nil {
        throw Failure(
          .wrongValue, "'\(written)' is no range of shards",
          remedy: "write --shards 0-3, or one number")
      }
      if let written = settings.keptDisk {
        let bytes = byteCount(written, thousand: 1000)
        guard written == "none" || bytes ?? 0 >= 1_000_000 else {
          throw Failure(
            .wrongValue, "'\(written)' is no room on a disk",
            remedy: "write --disk 500MB or 20GB, 1MB at least, or none")
        }
        wish.disk = bytes.map { .atMost($0) } ?? .unbounded
      }
      guard wish != CopyWish() else { return nil }
      let published = try shared.tokens().keys
      let unknown = names.filter { name in
        let reach = DomainReach([name])
        return !published.contains { reach.contains($0) }
      }
      let faults = unknown.map { name in
        Diagnostic(
          .unknownDomain, "the shared store has no domain '\(name)'",
          remedy: nearest(to: name, among: Array(published)).map { "did you mean '\($0)'?" }
            ?? "`footlight store status` lists them")
      }
      if let failure = Failure(faults) { throw failure }
      return wish
    }

    /// Fetches whatever is published, until it is stopped.
    ///
    /// A server that is away for a while, or a domain that is, is told of once; a mistake of the caller ends it.
    private static func follow(
      _ store: EmbeddedStore, _ shared: PostgresIndex, _ cancellation: Cancellation,
      _ console: Console
    ) throws(Failure) -> ExitCode {
      var told: [Diagnostic] = []
      var crowded: [Diagnostic] = []
      /// When the domains that could not be fetched are tried again.
      var retry: Int64 = 0
      while !cancellation.isCancelled {
        let began = SystemServices.system.monotonic()
        let isRetry = began >= retry
        do throws(Failure) {
          try store.pull(retrying: isRetry)
          if isRetry { told = [] }
          let present = store.replica?.crowded ?? []
          if present != crowded { try console.say(present) }
          crowded = present
          // Anybody may notify: who does so all the time is looked after now and then.
          SystemServices.system.sleep(20_000_000)
          try shared.waitForNews(milliseconds: 1_000)
        } catch {
          if cancellation.isCancelled { break }
          guard error.exitCode == 3 else { throw error }
          if error.concerns([.lockHeld]) {
            SystemServices.system.sleep(1_000_000_000)
            continue
          }
          let isNew = told != error.diagnostics
          if isNew { try console.say(error.diagnostics) }
          told = error.diagnostics
          guard error.concerns(IndexReplica.brokenCodes) else {
            for _ in 0..<10 where !cancellation.isCancelled {
              SystemServices.system.sleep(100_000_000)
            }
            continue
          }
          // All else has come. What is damaged there is not fetched again all the time, and what takes long is tried
          // less often.
          guard isRetry || isNew else { continue }
          let now = SystemServices.system.monotonic()
          let pause: Int64 = error.concerns([.storeIncomplete]) ? 30_000_000_000 : 5_000_000_000
          retry = now + max(pause, 10 * (now - began))
        }
      }
      return .done
    }

    private static func place(
      _ settings: Settings, _ console: Console
    ) throws(Failure) -> (Workspace, String) {
      let workspace = try Workspace.named(settings, console)
      if let address = settings.store { return (workspace, address) }
      if let address = try WorkspaceSettings.read(in: workspace.folder).store {
        return (workspace, address)
      }
      throw Failure(
        .storeAddress, "no shared store is named",
        remedy: "write `store: postgresql://HOST/DATABASE` into footlight.yaml, or use --store")
    }

    // MARK: Looking after it

    private static func act(_ settings: Settings, _ console: Console) throws(Failure) -> ExitCode {
      let action: Action = try settings.action(of: "store")
      guard action == .status || !settings.printsJSON else {
        throw Failure(
          .wrongValue, "'store \(action.rawValue)' prints no JSON", remedy: "leave out --json")
      }
      guard action != .pull else { return try pull(settings, console) }
      let address = if let named = settings.store { named } else { try place(settings, console).1 }
      var owner = try StoreOwner(PostgresAddress(address), cancellation: console.cancellation())
      var faults: [Diagnostic] = []
      switch action {
      case .pull: break
      case .initialise:
        let before = try owner.initialise(distributing: settings.distributes)
        try console.output.line(
          before == 0 ? "the store is made" : "the store has the present format")
      case .status:
        faults = try tell(owner.domains(), settings, console)
      case .sweep:
        let sweep = try owner.sweep(graceSeconds: settings.graceSeconds)
        try console.output.line("files deleted: \(sweep.files)")
        faults = sweep.failures.flatMap(\.diagnostics)
      }
      if let failure = Failure(faults) { throw failure }
      return .done
    }
  }
#endif
