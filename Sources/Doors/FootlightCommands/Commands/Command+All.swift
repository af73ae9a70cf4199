extension Command {
  /// Every command, in the order in which help lists them.
  static let all: [Command] = [
    initialise, add, check, sync, rebuild, watch, query, explain, suggest, pick, show, open, visit,
    star, unstar, history, queries, alerts, restore, status,
    domains, verify, dump, index, delete, compact, remove, restoreUser, quarantine, allow, source,
    serve, desktop, pull, sharedStore, key, assistant,
    schema, completions, manual, help,
  ]
}
