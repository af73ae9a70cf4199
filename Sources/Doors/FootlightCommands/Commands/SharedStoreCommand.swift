import Footlight
import FootlightPlatform

extension Command {
  /// Done by the program `footlight-store`.
  static let sharedStore = Command(
    program: .store, operands: .one("ACTION"),
    summary: "share an index: pull, status, init or sweep",
    detail: """
      'pull' brings the index of this workspace up to the shared store. Searches go on meanwhile, and need neither the store \
      nor the network. With --follow it goes on until it is stopped, and what is published is here a moment later. A domain \
      that cannot be fetched is named and passed over, and the exit code is 3. A pull that was cut goes on where it was.

      With --domain only these domains are kept from now on, beside those that were named before; the others go from this \
      machine, and a search says that they were not searched. --all keeps all of them again.

      With --disk no more is kept than fits. Domains that are here go before others, the smallest first, and of domains in \
      shards come as many as there is room for. What does not fit is named, a search says that it was not searched, and \
      the exit code is 3. A domain that has outgrown the room goes. While a new state comes, the one before it is still \
      here: leave as much room again as the largest domain takes.

      'init' makes the tables and roles of a shared store in a PostgreSQL database, or brings them up to this version. \
      'status' shows what is published, who is indexing what, and what nobody can fetch: then the exit code is 3. 'sweep' \
      deletes files that nobody needs any more.

      The database is the one that footlight.yaml or --store names. Passwords come from ~/.pgpass, a service file or the \
      environment, never from an address.
      """,
    options: [
      .domain, .all, .keptShards, .keptDisk, .follow, .store, .citus, .grace, .wait, .json,
    ],
    examples: [
      "footlight store pull": "fetch what others have published, once",
      "footlight store pull --domain plants": "keep this domain alone",
      "footlight store pull --disk 20GB": "keep what fits into so much",
      "systemd-run --user footlight store pull --follow": "in the background",
      "footlight store init --store postgresql://search.example/team":
        "once, as the owner of the database",
      "footlight store sweep": "once a day, by a timer",
    ])
}

extension CommandOption {
  static let store = CommandOption(
    "store", .place, .text("ADDRESS") { $0.store = $1 },
    "the shared store (what footlight.yaml names)",
    detail: "An address of libpq, such as postgresql://HOST/DATABASE, without a password.")

  static let fresh = CommandOption(
    "fresh", .search, .none { $0.isFresh = true },
    "fetch what is new in the shared store first")

  static let follow = CommandOption(
    "follow", .general, .none { $0.follows = true },
    "go on until stopped, and fetch what is new at once")

  static let keptShards = CommandOption(
    "shards", .general, .text("RANGE") { $0.keptShards = $1 },
    "of domains in shards keep only these from now on, such as 0-3",
    detail: "Shards are numbered from 0. A search says which domains it has searched in part.")

  static let keptDisk = CommandOption(
    "disk", .general, .text("SIZE") { $0.keptDisk = $1 },
    "keep no more than this from now on, such as 500MB or 20GB; 'none' ends it",
    detail:
      "It bounds the files of the domains and what was changed since. MB and GB count by 1000.")

  static let citus = CommandOption(
    "citus", .general, .none { $0.distributes = true },
    "with 'init': spread the files over the workers of a Citus cluster")

  static let grace = CommandOption(
    "grace", .general, .number("SECONDS", 0...31_536_000) { $0.graceSeconds = $1 },
    "with 'sweep': keep what was replaced less long ago (86400)")
}

/// Which commands change an index, and so go to footlight-store where it is a copy of a shared store.
enum SharedChange {
  private static let changing: Set<String> = [
    "sync", "watch", "compact", "index", "delete", "quarantine",
  ]

  /// Whether a command changes the index.
  static func changes(_ command: Command) -> Bool { changing.contains(command.name) }

  /// Whether footlight-store does a command.
  static func isKnown(_ command: Command) -> Bool {
    changes(command) || command.program == .store || command.name == "query"
  }

  /// Whether footlight-store has to do what a command line asks for.
  static func concerns(_ request: CommandLineParser.Request, _ console: Console) -> Bool {
    let settings = request.settings
    guard let command = request.command, !settings.isAnswered, console.opensShared == nil,
      changes(command) || settings.isFresh
    else { return false }
    if settings.store != nil { return true }
    do throws(Failure) {
      let workspace = try Workspace.named(settings, console)
      return try WorkspaceSettings.read(in: workspace.folder).store != nil
    } catch {
      // The command itself says what is wrong.
      return false
    }
  }
}
