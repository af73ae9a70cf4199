import DeclaredRecords
import FootlightPlatform
import SearchEngine

/// Takes records that are pushed: maps each of them once and keeps it for the push, so that what is
/// wrong is told of all of them before anything is stored.
///
/// It serves many pushes of a few records each as well as one of many.
struct PushIntake: ~Copyable {
  private let domain: String
  private let plan: JSONLinesFormat
  private let settings: IndexSettings
  private let options: PushOptions
  private let meter: ProgressMeter
  private var mapping: MappingWorker
  private var batch = RecordBatch()
  private var item = ItemBuffer()
  private var records = 0
  private var bytes = 0

  init(
    _ declared: DeclaredDomain, _ system: SystemServices, _ options: PushOptions
  ) throws(Failure) {
    let definition = declared.definition
    domain = definition.name
    plan = try JSONLinesFormat(definition.mapping.plan)
    settings = IndexSettings(definition)
    self.options = options
    meter = ProgressMeter(domain: domain, system: system, report: options.progress)
    mapping = ItemMapper(definition, now: system.now()).worker()
  }

  /// Takes records that a program holds.
  mutating func take(
    _ records: [Record], isMerging: Bool, into spool: inout PushSpool
  ) throws(Failure) {
    guard !records.isEmpty else { return }
    var next = records.startIndex
    try take(named: "pushed records", isMerging: isMerging, into: &spool) {
      (arena) throws(Failure) in
      guard next < records.endIndex else { return false }
      let full = arena.count + 1 << 16
      while next < records.endIndex, arena.count < full {
        arena.append(json: records[next])
        arena.append(0x0A)
        next += 1
      }
      return true
    }
  }

  /// Takes JSON lines; `name` is how messages call them, `more` appends some until it returns false.
  ///
  /// - Throws: `push.refused` with what is wrong with the records; then the spool is as it was.
  mutating func take(
    named name: String, isMerging: Bool, into spool: inout PushSpool,
    _ more: sending @escaping (inout ByteArena) throws(Failure) -> Bool
  ) throws(Failure) {
    let reader = JSONLineReader(plan, name: name, more: more)
    let before = spool.count
    var mistakes = PushMistakes()
    do throws(Failure) {
      while try reader.next(&batch) {
        try options.cancellation?.check()
        try reader.decode(&batch)
        try takeBatch(named: name, isMerging: isMerging, &spool, &mistakes)
        bytes += batch.bytes.count
        meter.read(records: records, bytes: bytes)
      }
      try mistakes.check(domain)
    } catch {
      try spool.truncate(to: before)
      throw error
    }
  }

  private mutating func takeBatch(
    named name: String, isMerging: Bool, _ spool: inout PushSpool, _ mistakes: inout PushMistakes
  ) throws(Failure) {
    var found = batch.problems
    mistakes.unlisted += batch.unlistedProblems
    var lines = LineOf(batch)
    for record in batch.records {
      let line = lines.line(of: record, batch)
      let json = batch.bytes.text(record.raw)
      if let shouldIndex = options.hooks.shouldIndex, try !shouldIndex(Record(json: json)) {
        continue
      }
      if var problem = map(record, isMerging: isMerging) {
        problem.location = SourceLocation(file: name, line: line)
        found.append(problem)
      } else if mistakes.isEmpty, found.isEmpty {
        try spool.add(
          PushSpool.Entry(
            domain: domain, action: isMerging ? .merge : .put, id: item.bytes.text(item.id),
            json: json, line: line))
        records += 1
      }
    }
    mistakes.add(found)
  }

  /// Makes the item of a record, or only the id of it; what makes it a bad record.
  private mutating func map(_ record: RecordEntry, isMerging: Bool) -> Diagnostic? {
    var outcome =
      isMerging
      ? mapping.identify(batch, record, into: &item) : mapping.map(batch, record, into: &item)
    // Kept all the same: a later change can make it an item.
    if outcome == .skipped { outcome = mapping.identify(batch, record, into: &item) }
    if case .bad(let problem) = outcome { return problem }
    return isMerging ? nil : SegmentWorker.problem(of: item, settings)
  }
}

/// The mistakes of the records of a push, in their order.
struct PushMistakes {
  /// How many are told one by one.
  private static let mostListed = 1_000

  private var listed: [Diagnostic] = []
  /// How many more there are.
  var unlisted = 0

  var isEmpty: Bool { listed.isEmpty && unlisted == 0 }

  mutating func add(_ found: [Diagnostic]) {
    let sorted = found.sorted { ($0.location?.line ?? 0) < ($1.location?.line ?? 0) }
    let room = PushMistakes.mostListed - listed.count
    listed += sorted.prefix(room)
    unlisted += max(0, sorted.count - room)
  }

  /// Throws all of them; nothing of the push has happened.
  func check(_ domain: String) throws(Failure) {
    guard !isEmpty else { return }
    let sum = listed.count + unlisted
    let rest = unlisted > 0 ? "; the first \(listed.count) are listed" : ""
    let first = Diagnostic(
      .pushRefused,
      """
      nothing was indexed in \(domain): \(sum == 1 ? "a record is" : "\(sum) records are") \
      bad\(rest)
      """,
      remedy: "mend what is listed, and push all of it again")
    throw Failure([first] + listed) ?? Failure(first)
  }
}

/// On which lines the records of a batch stand; asked in their order.
private struct LineOf {
  private var line: Int
  private var at = 0

  init(_ batch: borrowing RecordBatch) {
    line = batch.line
  }

  mutating func line(of record: RecordEntry, _ batch: borrowing RecordBatch) -> Int {
    let end = record.raw.lowerBound
    while at < end, let feed = batch.bytes.firstIndex(of: 0x0A, from: at, to: end) {
      line += 1
      at = feed + 1
    }
    at = max(at, end)
    return line
  }
}
