extension Command {
  /// Every command, in the order in which help lists them.
  static let all: [Command] = [
    initialise, add, check, sync, rebuild, watch, query, explain, suggest, show, open, status,
    domains, verify, dump, index, delete, compact, remove, quarantine, allow, source,
    schema, completions, manual, help,
  ]
}
