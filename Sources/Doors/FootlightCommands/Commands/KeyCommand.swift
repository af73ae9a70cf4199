import DeclaredRecords
import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let key = Command(
    name: "key", operands: .some("create NAME|list|revoke NAME"),
    summary: "make, list and revoke keys for programs that use the server",
    detail: """
      A key holds actions (search, push, metrics, activity), perhaps domains, and perhaps an end. Its \
      secret is printed once and stored as a hash; programs send it as 'Authorization: Bearer KEY'. \
      Writing needs a key always, reading where others than this machine reach the server. Changes \
      count at once.
      """,
    options: [.action, .keyDomain, .keyExpires, .json],
    examples: [
      "footlight key create reader --action search": "print a new key",
      "footlight key create crawler --action push --domain pages --expires 2027-12-31":
        "for one domain, until the end of a day",
      "footlight key revoke crawler": "end it now",
    ]
  ) { (settings, console) throws(Failure) in
    let words = settings.operands
    let isAlone =
      settings.keyActions.isEmpty && settings.domains.isEmpty && settings.keyExpires == nil
    switch (words.first ?? "", words.count) {
    case ("create", 2): return try create(words[1], settings, console)
    case ("list", 1) where isAlone: return try list(settings, console)
    case ("revoke", 2) where isAlone:
      guard try Library.opened(settings, console).revokeKey(words[1]) else {
        throw Failure(
          .keyUnknown, "there is no key '\(words[1])'",
          remedy: "'footlight key list' shows the keys")
      }
      try console.say("\(words[1]): revoked")
      return .done
    default:
      throw Failure(
        words.count < 2 ? .missingOperand : .surplusOperand, "'key' cannot do that",
        remedy: "write 'footlight key create NAME --action ACTION', 'key list' or 'key revoke NAME'"
      )
    }
  }

  private static func create(
    _ name: String, _ settings: Settings, _ console: Console
  ) throws(Failure) -> ExitCode {
    guard !settings.keyActions.isEmpty else {
      throw Failure(
        .missingOperand, "a key needs an action",
        remedy: "write --action search, push, metrics or activity")
    }
    let library = try Library.opened(settings, console)
    let secret = try library.createKey(
      name, actions: settings.keyActions, domains: settings.domains, expires: settings.keyExpires)
    if settings.printsJSON {
      var json = JSONWriter()
      json.write(["name": .text(name), "key": .text(secret)])
      json.endLine()
      try console.output.bytes(json.bytes)
    } else {
      try console.output.line(secret)
      try console.say("'\(name)' is made; the key above is shown this once")
    }
    return .done
  }

  private static func list(_ settings: Settings, _ console: Console) throws(Failure) -> ExitCode {
    let keys = try Library.opened(settings, console).keys()
    try console.list(
      keys, as: JSONObjects.accessKey, settings, [.left, .left, .left, .left]
    ) { key in
      [
        Table.Cell(visible(key.name), .title), Table.Cell(key.actions.joined(separator: ", ")),
        Table.Cell(
          key.domains.isEmpty ? "all domains" : visible(key.domains.joined(separator: ", "))),
        Table.Cell(
          key.expires.map { "until \(Instant(seconds: $0).iso)" } ?? "without an end", .faint),
      ]
    }
    return .done
  }
}

extension CommandOption {
  static let action = CommandOption(
    "action", .network,
    .choice("ACTION", KeyAction.allCases.map(\.rawValue)) { settings, word in
      if let action = KeyAction(rawValue: word) { settings.keyActions.append(action) }
    }, isRepeatable: true, "what the key allows: search, push, metrics or activity")

  static let keyDomain = CommandOption(
    "domain", letter: "d", .network, .text("DOMAIN") { $0.search.domains.append($1) },
    isRepeatable: true, "with 'create': a domain or group that the key reaches, and no other")

  static let keyExpires = CommandOption(
    "expires", .network, .text("INSTANT") { $0.keyExpires = $1 },
    "when the key ends: a date or an instant in UTC")
}
