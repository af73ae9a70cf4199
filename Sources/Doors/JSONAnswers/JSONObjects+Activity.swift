import DeclaredRecords
package import Footlight

extension JSONObjects {
  package static let activity = JSONObject<ActivityEntry>(
    "history", "One object a thing that was used.",
    [
      .text("domain", "the domain; `history` for pages that are no items") { $0.domain },
      .text("id", "the id within the domain") { $0.id },
      .text("title", "what it is called") { $0.title },
      .text("url", "its url, or an empty text") { $0.url },
      .boolean("starred", "whether it is starred") { $0.isStarred },
      .textOrNull("last", "when it was last used; an instant") {
        $0.last.map { Instant(seconds: $0).iso }
      },
    ])

  package static let askedQuery = JSONObject<AskedQuery>(
    "queries", "One object a query, the most asked first.",
    [
      .text("query", "its text, folded") { $0.text },
      .number("asked", "how often it was asked") { $0.asked },
      .number("hits", "how many hits it had the last time") { $0.hits },
      .number("picks", "how often something was picked from its answer") { $0.picks },
      .text("day", "the day on which it was asked last") {
        String(Instant(seconds: Int64($0.day) * 86_400).iso.prefix(10))
      },
    ])

  package static let alert = JSONObject<Alert>(
    "alerts", "One object an alert, the oldest first; `on_match` is sent the same.",
    [
      .number("sequence", "its number: the later, the higher; no two alerts have the same") {
        Int($0.sequence)
      },
      .text("search", "the name of the search in `footlight.yaml`") { $0.search },
      .text("kind", "`came`, `changed` or `went`") { $0.kind.rawValue },
      .text("domain", "the item's domain") { $0.domain },
      .text("id", "its id within the domain") { $0.id },
      .text("title", "its title, now or as it last was") { $0.title },
      .text("url", "its address, or an empty text") { $0.url },
      .text("time", "when it was found out") { Instant(seconds: $0.time).iso },
    ])

  package static let restored = JSONObject<RestoredActivity>(
    "restore", "One object.",
    [
      .text("id", "the persistent id") { $0.identifier },
      .text("type", "what kind of activity it was, or an empty text") { $0.type },
      .text("title", "what it is called") { $0.title },
      .text("url", "its url, or an empty text") { $0.url },
      JSONMember("data", "object or null", "the data as it was recorded") { json, activity in
        json.name("data")
        if activity.data.isEmpty { json.null() } else { json.value(json: activity.data) }
      },
      JSONMember("item", "object or null", "`domain` and `id` of the item, where it is one") {
        json, activity in
        json.name("item")
        guard let item = activity.item else { return json.null() }
        json.object { json in
          json.member("domain", item.domain)
          json.member("id", item.id)
        }
      },
    ])
}
