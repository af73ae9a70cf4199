import DeclaredRecords
package import Footlight
import FootlightPlatform
package import IndexStores

extension JSONObjects {
  package static let storeStatus = JSONObject<StoreDomainStatus>(
    "store status", "One object a domain of the shared store.",
    [
      .text("domain", "the domain") { $0.name },
      .number("version", "how often it was changed") { $0.version },
      .numberOrNull("bytes", "the size of its files; null where nothing is published") {
        $0.bytes
      },
      .number("deltas", "how many deltas it has") { $0.deltas },
      .number("pending", "how many changes wait to be applied") { $0.pending },
      .textOrNull("indexed_by", "the machine that has the right to change it") { domain in
        switch domain.work {
        case .none: nil
        case .indexed(let machine), .changed(let machine): machine
        }
      },
      .boolean("publishing", "whether that machine has begun to publish") { domain in
        if case .changed = domain.work { true } else { false }
      },
      .number("shards", "of a build that several machines do together: how many shards there are") {
        $0.joint?.shards ?? 0
      },
      .number("built", "how many of them are built") { $0.joint?.built ?? 0 },
      .list(
        "builders", "builders", "the machines that are at work on others", of: storeBuilder
      ) { $0.joint?.builders ?? [] },
      .textOrNull("problem", "why nobody can fetch its files") {
        $0.problem?.diagnostics.first?.message
      },
    ])

  package static let storeBuilder = JSONObject<StoreDomainStatus.Builder>(
    "builders", "In `builders`: a machine that builds shards.",
    [
      .text("machine", "how it is called") { $0.machine },
      JSONMember("shards", "list of numbers", "the shards that it builds") { json, builder in
        json.array("shards") { list in
          for shard in builder.shards { list.value(shard) }
        }
      },
      .text("since", "since when") { Instant(seconds: $0.since).iso },
      .text("until", "until when nobody else takes them; it moves while the machine is alive") {
        Instant(seconds: $0.until).iso
      },
    ])
}

extension JSONObjects {
  package static let activity = JSONObject<ActivityEntry>(
    "history", "One object a thing that was used.",
    [
      .text("domain", "the domain; `history` for pages that are no items") { $0.domain },
      .text("id", "the id within the domain") { $0.id },
      .text("title", "what it is called") { $0.title },
      .text("url", "its url, or an empty text") { $0.url },
      .boolean("starred", "whether it is starred") { $0.isStarred },
      .instantOrNull("last", "when it was last used; an instant") { $0.last },
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
