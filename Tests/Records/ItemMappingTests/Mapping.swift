import DeclaredRecords
import FootlightPlatform
import SourceKinds

/// What became of one record, for comparison.
enum Mapped: Equatable {
  case item(Item)
  case skipped
  case bad(Diagnostic)

  var item: Item? {
    if case .item(let item) = self { item } else { nil }
  }

  var code: DiagnosticCode? {
    if case .bad(let problem) = self { problem.code } else { nil }
  }

  var remedy: String? {
    if case .bad(let problem) = self { problem.remedy } else { nil }
  }

  var message: String {
    if case .bad(let problem) = self { problem.message } else { "" }
  }
}

/// The moment of indexing in tests: 2021-01-31T12:00:00Z.
let momentOfIndexing: Int64 = 1_612_094_400

/// Maps records by the `let:` and `item:` of a declaration, all with one worker.
func map(
  _ declaration: String, _ records: [Record], source: String = ""
) throws(Failure) -> [Mapped] {
  let text = """
    domain: test
    version: 1
    source: { kind: json, path: x.json\(source.isEmpty ? "" : ", " + source) }

    """
  let definition = try DomainDefinition.load(
    Array((text + declaration).utf8), file: "test.yaml", folder: "/", kinds: SourceKindKeys.builtIn)
  let mapper = ItemMapper(definition, now: momentOfIndexing)
  let reader = try RecordEnumeration(mapper.plan, name: "records", records: records)
  var worker = mapper.worker()
  var batch = RecordBatch()
  var buffer = ItemBuffer()
  var result: [Mapped] = []
  while try reader.next(&batch) {
    try reader.decode(&batch)
    for record in batch.records {
      switch worker.map(batch, record, into: &buffer) {
      case .item: result.append(.item(Item(buffer, attributes: mapper.attributes.map(\.name))))
      case .skipped: result.append(.skipped)
      case .bad(let problem): result.append(.bad(problem))
      }
    }
  }
  return result
}

/// What a template yields as the title of a record.
func text(_ template: String, _ record: Record, source: String = "") throws(Failure) -> Mapped {
  let quoted = template.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: "''")
  return try map("item: { id: x, title: '\(quoted)' }", [record], source: source)[0]
}

/// The title that a template yields; nothing when the record is bad.
func title(_ template: String, _ record: Record, source: String = "") throws(Failure) -> String? {
  try text(template, record, source: source).item?.title
}

/// The keywords that a template yields.
func keywords(_ template: String, _ record: Record) throws(Failure) -> [String]? {
  let quoted = template.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: "''")
  return try map("item: { id: x, title: x, keywords: ['\(quoted)'] }", [record])[0].item?.keywords
}
