import Footlight

/// The options of what is used: visits, stars and the history.
extension CommandOption {
  static let forQuery = CommandOption(
    "for", .general, .anyText("QUERY") { $0.visit.query = $1 },
    "what was asked when it was picked",
    detail: "It then leads its tier for that query and for its beginnings.")

  static let activityData = CommandOption(
    "data", .general, .anyText("JSON") { $0.visit.data = $1 },
    "an object of at most 4 KB that 'restore' gives back",
    detail: "Its values are searched, never its keys.")

  static let requiredKey = CommandOption(
    "require", .general, .text("KEY") { $0.visit.requiredKeys.append($1) }, isRepeatable: true,
    "a key that the data must hold")

  static let activityType = CommandOption(
    "type", .general, .text("TYPE") { $0.visit.type = $1 }, "what kind of activity it is")

  static let activityTitle = CommandOption(
    "title", .general, .text("TEXT") { $0.visit.title = $1 },
    "what it is called, where no item says so")

  static let activityDescription = CommandOption(
    "description", .general, .text("TEXT") { $0.visit.description = $1 },
    "a line about it, where no item has one")

  static let activityKeyword = CommandOption(
    "keyword", .general, .text("WORD") { $0.visit.keywords.append($1) }, isRepeatable: true,
    "a word that a page is found by")

  static let activityExpires = CommandOption(
    "expires", .general, .text("WHEN") { $0.visit.expires = $1 },
    "when it ends: a date, an instant, or a period such as P30D",
    detail: "A page is found for thirty days after its last visit otherwise.")

  static let persistentID = CommandOption(
    "id", .general, .text("ID") { $0.visit.identifier = $1 }, "the id by which it is restored")

  static let weak = CommandOption(
    "weak", .general, .none { $0.visit.isWeak = true },
    "record it though there is no such item, and keep it when the item goes")

  static let notEligible = CommandOption(
    "not", .general, .text("WHERE") { $0.notEligible.append($1) }, isRepeatable: true,
    "where it does not show: search, handoff, public, suggest",
    detail: "Several are written with commas between them.")

  static let visitOptions = [
    forQuery, activityData, requiredKey, activityType, activityTitle, activityDescription,
    activityKeyword, activityExpires, persistentID, weak, notEligible,
  ]

  static let starredOnly = CommandOption(
    "starred", .general, .none { $0.history.includesStars = true },
    "only what is starred; with 'forget', stars too")

  static let historyDomain = CommandOption(
    "domain", letter: "d", .general, .text("DOMAIN") { $0.history.domains.append($1) },
    isRepeatable: true, "only this domain, or this group of domains",
    detail: "Pages that are no items are the domain 'history'.")

  static let historyType = CommandOption(
    "type", .general, .text("TYPE") { $0.history.types.append($1) }, isRepeatable: true,
    "with 'forget': activities of this kind")

  static let historyID = CommandOption(
    "id", .general, .text("ID") { $0.history.identifiers.append($1) }, isRepeatable: true,
    "with 'forget': the activity with this persistent id")

  static let historyBefore = CommandOption(
    "before", .general, .text("WHEN") { $0.history.before = $1 },
    "with 'forget': what was last used before the beginning of a day")

  static let historyAll = CommandOption(
    "all", letter: "a", .general, .none { $0.history.isAll = true },
    "with 'forget': everything but stars")

  static let historyLimit = CommandOption(
    "limit", letter: "n", .general, .number("N", 0...1_000_000_000) { $0.historyLimit = $1 },
    "list at most N (all)")

  static let openRestored = CommandOption(
    "open", .general, .none { $0.opensRestored = true }, "open it as well")
}
