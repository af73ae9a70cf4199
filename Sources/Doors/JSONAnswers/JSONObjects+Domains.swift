import DeclaredRecords
package import Footlight
import FootlightPlatform

extension JSONObjects {
  package static let syncRow = JSONObject<SyncRow>(
    "sync, watch, rebuild, add",
    "One object a domain; one that fails prints its diagnostics and no object.",
    [
      .text("domain", "the domain") { $0.domain },
      .text(
        "decision", "`build`, `rebuild`, `apply`, `none`, `ahead`, `undeclared` or `left-out`"
      ) { $0.decision.rawValue },
      .text("reason", "why, for people") { $0.reason },
      .numberOrNull("version", "the stored version after the command") { $0.version },
    ]
      + built {
        Built(
          items: $0.items, badRecords: $0.badRecords, changes: $0.changes, took: $0.took,
          bytes: $0.bytes)
      })

  package static let status = JSONObject<(status: DomainStatus, findings: [Finding]?)>(
    "status", "One object a domain.",
    domainStatus.map { member in member.of { $0.status } } + [
      JSONMember("findings", "list of findings", "only with `--check`") { json, told in
        guard let findings = told.findings else { return }
        json.list("findings", finding, findings)
      }
    ])

  private static let domainStatus: [JSONMember<DomainStatus>] =
    [
      .text("domain", "the domain") { $0.domain },
      .text("label", "its name for people") { $0.label },
      .text("decision", "what a sync would do") { $0.decision.rawValue },
      .text("reason", "why, for people") { $0.reason },
      .numberOrNull("version", "the stored version") { $0.version },
      .numberOrNull("declared", "the declared version") { $0.declared },
      .numberOrNull("generation", "the number of the live build") { $0.generation },
      .number("segments", "of how many segments the index consists") { $0.segments },
      .number("pending", "changes that wait to be applied") { $0.pending },
      .instantOrNull("oldest_pending", "when the oldest of them was recorded") { $0.oldestPending },
      .number("quarantined", "changes that were set aside after five attempts") { $0.quarantined },
      .textOrNull("last_error", "why the change that was tried last was not applied") {
        $0.lastError.isEmpty ? nil : $0.lastError
      },
    ]
    + built {
      Built(
        items: $0.items, badRecords: $0.badRecords, changes: $0.changes, took: $0.took,
        bytes: $0.bytes)
    } + [
      .instantOrNull("built", "when the last build or change was published") { $0.built },
      .instantOrNull("pulled", "when it was compared with the shared store that it is a copy of") {
        $0.pulled
      },
    ]

  /// The facts of the last build.
  private struct Built {
    var items: Int
    var badRecords: Int
    var changes: ChangeCounts
    var took: Duration
    var bytes: Int
  }

  private static func built<Value>(
    _ part: @escaping @Sendable (Value) -> Built
  ) -> [JSONMember<Value>] {
    [
      .number("items", "how many items are stored") { part($0).items },
      .number("bad_records", "records that became no item because they are bad") {
        part($0).badRecords
      },
      changes("`inserted`, `updated` and `deleted` items of the last build") { part($0).changes },
      JSONMember("seconds", "number", "how long the last build took") { json, whole in
        json.name("seconds")
        json.value((part(whole).took.inSeconds * 1000).rounded() / 1000)
      },
      .number("bytes", "the size of what is stored") { part($0).bytes },
    ]
  }

  private static func changes<Value>(
    _ summary: String, _ part: @escaping @Sendable (Value) -> ChangeCounts
  ) -> JSONMember<Value> {
    JSONMember("changes", "object", summary) { json, whole in
      let changes = part(whole)
      json.object("changes") { json in
        json.member("inserted", changes.inserted)
        json.member("updated", changes.updated)
        json.member("deleted", changes.deleted)
      }
    }
  }

  package static let finding = JSONObject<Finding>(
    "a finding", "Within `findings`.",
    [
      .text("code", "a stable code: see the errors below") { $0.diagnostic.code.name },
      .text("severity", "`error`, `warning` or `note`") { $0.diagnostic.severity.rawValue },
      .text("message", "one sentence") { $0.diagnostic.message },
      .textOrNull("place", "`file:line:column`, or the file") {
        $0.diagnostic.location?.description
      },
      .textOrNull("remedy", "what to do") { $0.diagnostic.remedy },
    ])

  package static let summary = JSONObject<DomainSummary>(
    "domains", "One object a domain.",
    [
      .text("domain", "the domain") { $0.domain },
      .text("label", "its name for people") { $0.label },
      .numberOrNull("version", "the stored version") { $0.version },
      .number("items", "how many items are stored") { $0.items },
    ])

  /// A domain with its attributes.
  package static let domain = JSONObject<Snapshot.Facts>(
    "a domain", "One object.",
    [
      .text("domain", "the domain") { $0.name },
      .text("label", "its name for people") { $0.label },
      .number("version", "the data version that is stored") { $0.version },
      .number("items", "how many items may be seen") { $0.items },
      .number("built", "when it was built or changed last, in seconds since 1970") {
        Int($0.built)
      },
      .list("attributes", "attributes", "the attributes of its items", of: attribute) {
        $0.attributes
      },
      .texts("show", "the attributes that a result shows, where the declaration names some") {
        $0.shown
      },
    ])

  private static let attribute = JSONObject<Snapshot.Attribute>(
    "an attribute", "Within `attributes`.",
    [
      .text("name", "its name, as filters and facets take it") { $0.name },
      .text("type", "`text`, `number`, `date`, `boolean` or `list`") { $0.type },
      .textOrNull("label", "what people read instead of the name") { $0.label },
      .boolean("facet", "whether its values are counted") {
        ["text", "list", "boolean"].contains($0.type)
      },
      .boolean("sort", "whether `sort` takes it; of a list the first value counts") { _ in true },
      .texts("filters", "the marks that may stand between its name and a value in filters") {
        ["number", "date"].contains($0.type) ? [":", "<", "<=", ">", ">="] : [":"]
      },
    ])

  package static let difference = JSONObject<ItemDifference>(
    "verify", "One object an item that differs.",
    [
      .text("domain", "the domain") { $0.domain },
      .text("id", "the id within the domain") { $0.id },
      .text("difference", "`different`, `missing` in the index, or `surplus` there") {
        $0.kind.rawValue
      },
    ])

  package static let compacted = JSONObject<CompactedDomain>(
    "compact", "One object a domain.",
    [
      .text("domain", "the domain") { $0.domain },
      .number("segments", "of how many segments its index consists now") { $0.segments },
      .number("deleted_files", "how many files were deleted") { $0.deletedFiles },
      .number("freed_bytes", "how much room they took") { $0.freedBytes },
    ])

  package static let setAside = JSONObject<QuarantinedChange>(
    "quarantine", "One object a change that was set aside.",
    [
      .text("domain", "the domain") { $0.domain },
      .text("id", "the key of the record in its source") { $0.id },
      .number("attempts", "how often it was tried") { $0.attempts },
      .text("last_error", "why the last attempt failed") { $0.lastError },
    ])

  package static let pushed = JSONObject<(report: PushReport, domain: String?)>(
    "index, delete", "One object.",
    [
      .textOrNull("domain", "the domain; null with `delete`") { $0.domain },
      .number("records", "records that were taken, or ids to delete") { $0.report.records },
      .number("ignored", "partial records whose id no record has") { $0.report.ignored },
      changes("`inserted`, `updated` and `deleted` items") { $0.report.changes },
      .number("items", "how many items the touched domains have now") { $0.report.items },
      .boolean("waits", "whether it is stored and could not be brought into the index yet") {
        $0.report.waits
      },
    ])

  package static let removed = JSONObject<RemovedDomain>(
    "remove", "One object a domain.",
    [
      .text("domain", "the domain") { $0.domain },
      .number("items", "how many items it held") { $0.items },
      .textOrNull("deleted_declaration", "the file that was deleted") { $0.deletedDeclaration },
      .textOrNull("remaining_declaration", "the file that is still there") {
        $0.remainingDeclaration
      },
    ])

  package static let checked = JSONObject<CheckedDomain>(
    "check", "One object a declaration that can be read.",
    [
      .text("domain", "the domain") { $0.domain },
      .text("file", "the declaration") { $0.file },
      .number("records", "how many records the source holds") { $0.records },
      .number("items", "how many of them become items") { $0.items },
      .number("skipped", "how many are left out on purpose") { $0.skipped },
      .number("bad_records", "how many are bad") { $0.badRecords },
      .list(
        "samples", "items", "the first items, as `show` without `domain`", of: sample
      ) { $0.samples },
    ])

  package static let ready = JSONObject<ReadyDomain>(
    "add --ready", "One object a ready declaration.",
    [
      .text("domain", "the domain") { $0.domain },
      .text("label", "its name for people") { $0.label },
      .texts("found", "the places on this machine that hold something") { $0.found },
      .texts("places", "all places that were looked at") { $0.places },
      .numberOrNull("items", "how many items it would have") { $0.items },
      .boolean("complete", "whether these are all: counting ends when it takes long") {
        $0.isWhole
      },
      .boolean("declared", "whether the workspace declares it already") { $0.isDeclared },
      .textOrNull("problem", "the first thing that is wrong with the data") { $0.problem },
    ])

  package static let accessKey = JSONObject<AccessKey>(
    "key", "One object a key; `key create` prints `name` and `key` alone.",
    [
      .text("name", "the name of the key") { $0.name },
      .texts("actions", "what it allows") { $0.actions },
      .texts("domains", "the domains and groups that it reaches; all when empty") { $0.domains },
      .instantOrNull("expires", "when it ends") { $0.expires },
      .text("created", "when it was made") { Instant(seconds: $0.created).iso },
    ])
}
