import DeclaredRecords
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
        json.name("shards")
        json.array { list in
          for shard in builder.shards { list.value(shard) }
        }
      },
      .text("since", "since when") { Instant(seconds: $0.since).iso },
      .text("until", "until when nobody else takes them; it moves while the machine is alive") {
        Instant(seconds: $0.until).iso
      },
    ])
}
