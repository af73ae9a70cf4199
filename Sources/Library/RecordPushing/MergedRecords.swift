import DeclaredRecords
import FootlightPlatform
import SearchEngine

/// Checks that partial records have become whole ones that can be indexed.
struct MergedRecords {
  private let domain: String
  private let plan: JSONLinesFormat
  private let settings: IndexSettings
  private let mapper: ItemMapper
  /// The name of the partial records in messages.
  private let name: String
  private var pending: [(json: String, id: String, line: Int)] = []
  private var bytes = 0
  private var mistakes = PushMistakes()

  init(_ declared: DeclaredDomain, _ system: SystemServices, named name: String) throws(Failure) {
    let definition = declared.definition
    domain = definition.name
    plan = try JSONLinesFormat(definition.mapping.plan)
    settings = IndexSettings(definition)
    mapper = ItemMapper(definition, now: system.now())
    self.name = name
  }

  /// Looks at a record that a step has made, sooner or later.
  mutating func add(_ json: String, _ entry: PushSpool.Entry) throws(Failure) {
    pending.append((json, entry.id, entry.line))
    bytes += json.utf8.count
    if pending.count >= PushedSource.page || bytes >= 1 << 20 { try check() }
  }

  /// Throws what is wrong with the records.
  mutating func finish() throws(Failure) {
    try check()
    try mistakes.check(domain)
  }

  private mutating func check() throws(Failure) {
    guard !pending.isEmpty else { return }
    let reader = JSONLineReader(plan, name: name, lines: pending.map(\.json))
    var mapping = mapper.worker()
    var found: [Diagnostic] = []
    var batch = RecordBatch()
    var item = ItemBuffer()
    while try reader.next(&batch) {
      try reader.decode(&batch)
      found += batch.problems
      for record in batch.records {
        let place = Int(record.number) - 1
        guard pending.indices.contains(place) else { continue }
        var outcome = mapping.map(batch, record, into: &item)
        if outcome == .skipped { outcome = mapping.identify(batch, record, into: &item) }
        var problem: Diagnostic?
        if case .bad(let mistake) = outcome {
          problem = mistake
        } else if !item.bytes.text(item.id).utf8.elementsEqual(pending[place].id.utf8) {
          problem = Diagnostic(
            .pushChangesID, "merged, the record would have another id",
            remedy: "delete the record, and index it whole")
        } else {
          problem = SegmentWorker.problem(of: item, settings)
        }
        guard var problem else { continue }
        problem.location = SourceLocation(file: name, line: pending[place].line)
        found.append(problem)
      }
    }
    mistakes.add(found)
    pending.removeAll()
    bytes = 0
  }
}
