import FootlightPlatform

extension Command {
  /// Every command under the headings of help: those of every day first.
  static let groups: [(heading: String, commands: [Command])] = [
    ("Every day", [initialise, add, sync, query, pick, show, open, history, status, serve]),
    ("Find", [explain, suggest, queries, alerts]),
    ("Keep fresh", [watch, index, delete, quarantine, compact]),
    ("Declare", [check, allow, schema]),
    ("Use", [desktop, assistant, completions]),
    ("Share", [sharedStore, key, dump]),
    ("Look after", [verify, manual, help]),
  ]

  /// Every command, in the order in which help lists them.
  static let all: [Command] = groups.flatMap(\.commands)

  /// What commands were called before 0.4, and what some people call them: they go on until 1.0, and no help names them.
  private static let formerNames: [(former: [String], now: [String])] = [
    (["search"], ["query"]), (["find"], ["query"]),
    (["domains"], ["status", "--short"]), (["rebuild"], ["sync", "--rebuild"]),
    (["remove"], ["delete", "--built"]), (["pull"], ["store", "pull"]),
    (["visit"], ["history", "visit"]), (["star"], ["history", "star"]),
    (["unstar"], ["history", "unstar"]), (["restore"], ["history", "restore"]),
    (["restore-user"], ["history", "restore-copy"]),
    (["source", "install"], ["allow", "--install-log"]),
    (["source", "uninstall"], ["allow", "--uninstall-log"]),
  ]

  /// The former names of options whose words mean something else at another command.
  private static let formerOptions = [
    "query": ["--batch": "--queries"], "sync": ["--strict": "--fail-ahead"],
  ]

  /// What somebody probably means by a word that is no command.
  private static let meant = [
    "ls": "status --short", "list": "status --short", "info": "status", "update": "sync",
    "reload": "sync", "refresh": "sync", "build": "sync", "reindex": "sync --rebuild",
    "rm": "delete --built", "validate": "check", "web": "serve", "server": "serve",
    "get": "show", "cat": "show", "export": "dump", "import": "add",
    "source": "allow --install-log",
  ]

  /// A command line with the present names of what it asks for.
  static func renamed(_ words: [String]) -> [String] {
    let at = afterOptions(words, from: 0)
    guard at < words.count else { return words }
    var renamed = words
    let second = afterOptions(words, from: at + 1)
    let names = [words[at]] + words[second...].prefix(1)
    if let (former, now) = formerNames.first(where: { names.starts(with: $0.former) }) {
      if former.count > 1 { renamed.remove(at: second) }
      renamed.replaceSubrange(at...at, with: now)
    }
    for index in renamed.indices.dropFirst(at + 1) {
      if renamed[index] == "--" { break }
      let name = renamed[index].prefix { $0 != "=" }
      guard let now = formerOptions[renamed[at]]?[String(name)] else { continue }
      renamed[index] = now + renamed[index].dropFirst(name.count)
    }
    return renamed
  }

  /// The place of the next word that is no option of every command, nor a value of one.
  private static func afterOptions(_ words: [String], from start: Int) -> Int {
    var at = min(start, words.count)
    while at < words.count, words[at].hasPrefix("-") {
      let takesValue = CommandOption.everywhere.contains { option in
        option.placeholder != nil
          && (words[at] == option.written || words[at] == option.letter.map { "-\($0)" })
      }
      at = min(at + (takesValue ? 2 : 1), words.count)
    }
    return at
  }

  /// The command of a name.
  ///
  /// - Throws: that there is none, with the one that was probably meant.
  static func named(_ word: String, among commands: [Command] = all) throws(Failure) -> Command {
    let now = formerNames.first { $0.former == [word] }?.now.first
    if let command = commands.first(where: { $0.name == now ?? word }) { return command }
    let remedy = meant[word] ?? nearest(to: word, among: commands.map(\.name))
    throw Failure(
      .unknownCommand, "unknown command '\(visible(word))'",
      remedy: remedy.map { "did you mean '\($0)'?" } ?? "'footlight help --all' lists the commands")
  }
}
