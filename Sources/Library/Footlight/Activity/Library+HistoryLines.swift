import DeclaredRecords
public import FootlightPlatform
import IndexStores
import TextAnalysis

extension Library {
  /// The history as JSON lines: what may be handed off, without private items.
  public func exportHistory() throws(Failure) -> [String] {
    let searcher = try searcher([])
    if let failure = searcher.activity.failure { throw Failure(failure) }
    let now = system.now()
    var lines: [String] = []
    // In the order of use, which who takes it in goes by.
    let records = searcher.activity.records.sorted {
      (($0.last ?? .min), $0.sequence) < (($1.last ?? .min), $1.sequence)
    }
    for record in records
    where record.mayShow(in: .handoff) && !record.hasExpired(now: now) {
      if !record.isPage,
        try searcher.item(at: ItemAddress(domain: record.domain, id: record.id))?.isPrivate ?? false
      {
        continue
      }
      lines.append(ActivityLine.text(of: record))
    }
    return lines
  }

  /// Takes an exported history in: all of it or nothing; twice is once.
  ///
  /// - Returns: how many things it tells of.
  /// - Throws: all that is wrong with the lines, with their numbers.
  @discardableResult
  public func importHistory(_ lines: some Sequence<String>) throws(Failure) -> Int {
    var records: [ActivityRecord] = []
    var mistakes: [Diagnostic] = []
    for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
      do throws(Failure) {
        records.append(try ActivityLine.record(line))
      } catch {
        guard mistakes.count < 20 else { continue }
        mistakes += error.diagnostics.map { mistake in
          var placed = mistake
          placed.location = SourceLocation(file: "history", line: index + 1)
          return placed
        }
      }
    }
    if let failure = Failure(mistakes) { throw failure }
    guard !records.isEmpty else { return 0 }
    guard recordsActivity else {
      throw Failure(
        .badActivity, "FOOTLIGHT_ACTIVITY is off, so nothing is taken in",
        remedy: "unset it, and import again")
    }
    try userData.changeActivity { (change) throws(Failure) in
      var sequence = try change.nextSequence()
      for record in records.sorted(by: { ($0.last ?? 0) < ($1.last ?? 0) }) {
        guard var known = try change.record(record.domain, record.id) else {
          var added = record
          added.sequence = sequence
          sequence += 1
          try change.store(added)
          continue
        }
        known.merge(record)
        try change.store(known)
      }
    }
    open.activityChanges.note()
    open.settleActivity()
    return records.count
  }
}

/// One line of an exported history.
enum ActivityLine {
  static func text(of record: ActivityRecord) -> String {
    var line = Record()
    func add(_ name: String, _ text: String) { if !text.isEmpty { line[name] = .text(text) } }
    add("domain", record.domain)
    add("id", record.id)
    add("url", record.url)
    add("type", record.type)
    add("title", record.title)
    add("description", record.details)
    add("identifier", record.identifier)
    if !record.keywords.isEmpty { line["keywords"] = .list(record.keywords.map { .text($0) }) }
    if !record.data.isEmpty {
      do throws(Failure) { line["data"] = .object(try Record(json: record.data)) } catch {}
    }
    if !record.requiredKeys.isEmpty {
      line["required"] = .list(record.requiredKeys.map { .text($0) })
    }
    if !record.excluded.isEmpty {
      line["not"] = .list(record.excluded.map(\.rawValue).sorted().map { .text($0) })
    }
    if record.isWeak { line["weak"] = true }
    if record.isStarred { line["starred"] = true }
    if let expires = record.expires { line["expires"] = RecordValue(expires) }
    line["strength"] = RecordValue(record.strength.strength)
    line["day"] = RecordValue(record.strength.day)
    line["first"] = RecordValue(record.first)
    if let last = record.last { line["last"] = RecordValue(last) }
    if !record.picks.isEmpty {
      line["picks"] = .list(
        record.picks.sorted { $0.query < $1.query }.map { pick in
          [
            "query": .text(pick.query), "strength": RecordValue(pick.strength.strength),
            "day": RecordValue(pick.strength.day),
          ]
        })
    }
    return line.json
  }

  static func record(_ text: String) throws(Failure) -> ActivityRecord {
    guard text.utf8.count <= 1 << 16 else {
      throw Failure(.badActivity, "the line has more than 65,536 bytes", remedy: "leave it out")
    }
    let line = try Record(json: text)
    let reader = ActivityLineReader(line)
    var record = ActivityRecord(
      domain: try reader.text("domain") ?? "", id: try reader.text("id") ?? "")
    guard !record.id.isEmpty,
      record.isPage || DomainName.mistake(in: record.domain) == nil
    else {
      throw Failure(
        .badActivity, "the line names no domain and id", remedy: "import what was exported")
    }
    record.url = try reader.text("url") ?? ""
    if record.isPage {
      guard NormalizedURL.host(of: record.url) != nil else {
        throw Failure(
          .urlRefused, "the url of the line is that of no page", remedy: "leave the line out")
      }
    }
    try LinkSafety.check(named: record.url)
    record.type = try reader.text("type") ?? ""
    record.title = try reader.text("title") ?? ""
    record.details = try reader.text("description") ?? ""
    record.identifier = try reader.text("identifier") ?? ""
    record.keywords = try reader.texts("keywords")
    record.requiredKeys = try reader.texts("required")
    for name in try reader.texts("not") {
      if let place = Eligibility(rawValue: name) { record.excluded.insert(place) }
    }
    record.isWeak = line["weak"] == .boolean(true)
    record.isStarred = line["starred"] == .boolean(true)
    record.expires = try reader.number("expires")
    record.strength = try reader.strength()
    record.first = try reader.number("first") ?? 0
    record.last = try reader.number("last")
    switch line["data"] {
    case nil, .null: break
    case .object(let data):
      record.data = data.json
      try ActivityData.check(record.data, requiring: [])
    default: throw reader.wrong("data", "an object")
    }
    if case .list(let picks)? = line["picks"] {
      for case .object(let pick) in picks.prefix(ActivityRecord.mostPicks) {
        let reader = ActivityLineReader(pick)
        guard let query = try reader.text("query") else { continue }
        record.picks.append(ActivityPick(query: query, strength: try reader.strength()))
      }
    }
    return record
  }
}

/// Reads the members of a line.
private struct ActivityLineReader {
  let line: Record

  init(_ line: Record) { self.line = line }

  func text(_ name: String) throws(Failure) -> String? {
    switch line[name] {
    case nil, .null: return nil
    case .text(let text): return text
    default: throw wrong(name, "text")
    }
  }

  func texts(_ name: String) throws(Failure) -> [String] {
    guard let value = line[name], value != .null else { return [] }
    guard case .list(let values) = value, values.count <= 100 else {
      throw wrong(name, "a list of texts")
    }
    var found: [String] = []
    for value in values {
      guard case .text(let text) = value else { throw wrong(name, "a list of texts") }
      found.append(text)
    }
    return found
  }

  func number(_ name: String) throws(Failure) -> Int64? {
    switch line[name] {
    case nil, .null: return nil
    case .number(let text):
      guard let number = Int64(text), number.magnitude < 1 << 50 else {
        throw wrong(name, "a whole number")
      }
      return number
    default: throw wrong(name, "a whole number")
    }
  }

  func strength() throws(Failure) -> ActivityStrength {
    ActivityStrength(
      strength: Int(try number("strength") ?? 0), day: Int(try number("day") ?? 0))
  }

  func wrong(_ name: String, _ wanted: String) -> Failure {
    Failure(.badActivity, "'\(name)' is not \(wanted)", remedy: "import what was exported")
  }
}
