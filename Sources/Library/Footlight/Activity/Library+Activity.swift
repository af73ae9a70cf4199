public import FootlightPlatform
public import IndexStores
import SearchEngine
import TextAnalysis

/// An activity as it was recorded: what is needed to go on with it.
public struct RestoredActivity: Sendable, Hashable {
  /// Its persistent id.
  public var identifier: String
  /// The kind of activity.
  public var type: String
  /// Its title.
  public var title: String
  /// Its url; may be empty.
  public var url: String
  /// The data as it was written: a JSON object, or an empty text.
  public var data: String
  /// The item, where it is one.
  public var item: ItemAddress?
}

extension Library {
  /// The activity that was recorded under a persistent id.
  ///
  /// - Throws: `activity.unknown`, and `activity.lacks` when a required key is missing.
  public func restore(_ identifier: String) throws(Failure) -> RestoredActivity {
    let searcher = try searcher([])
    if let failure = searcher.activity.failure { throw Failure(failure) }
    let now = system.now()
    let known = searcher.activity.records.first {
      !$0.identifier.isEmpty && $0.identifier.utf8.elementsEqual(identifier.utf8)
        && !$0.hasExpired(now: now)
    }
    guard let record = known else {
      throw Failure(
        .activityUnknown, "no activity was recorded with the id '\(identifier)'",
        remedy: "`footlight history --json` lists what there is")
    }
    let missing = ActivityData.lacking(record.data, record.requiredKeys)
    guard missing.isEmpty else {
      throw Failure(
        .activityLacks,
        "the data of '\(identifier)' lacks what is required: \(missing.joined(separator: ", "))",
        remedy: "record it again with that key")
    }
    let entry = try searcher.entry(record, .owner)
    return RestoredActivity(
      identifier: identifier, type: record.type, title: entry?.title ?? record.title,
      url: entry?.url ?? record.url, data: record.data,
      item: record.isPage ? nil : ItemAddress(domain: record.domain, id: record.id))
  }
}

extension Library {
  /// What has come, changed and gone among the hits of the searches that have names, since ``noteTold(upTo:)`` was called
  /// last; the oldest first.
  ///
  /// It is found out when items change: with a search that is named later, and with the first build of a domain, nothing
  /// is told of items that were there.
  public func alerts() throws(Failure) -> AlertBatch {
    try store.alerts(for: .person)
  }

  /// Notes that somebody was told of all alerts up to one.
  public func noteTold(upTo sequence: Int64) throws(Failure) {
    try store.noteTold(.person, upTo: sequence)
  }

  /// The alerts after one, the oldest first, whoever was told of them; the newest 10,000 are kept.
  ///
  /// - Parameter audience: for others than the owner private items are left out.
  public func alerts(
    after sequence: Int64, limit: Int = 1_000, audience: Audience = .owner
  ) throws(Failure) -> [Alert] {
    try store.alerts(after: sequence, atMost: limit, hidesPrivate: audience.hidesPrivate)
  }

  /// The names of the searches of `footlight.yaml`, without those that look into no domain that a reader sees.
  package func searchNames(seeing sees: (String) -> Bool = { _ in true }) -> [String] {
    searches.filter { $0.domains.isEmpty || $0.domains.contains(where: sees) }.map(\.name)
  }

  /// The words with which something within a query begins: `@cheap`, `domain:law`, `type:`.
  package func conditionWords() throws(Failure) -> [String] {
    let facts = try snapshot().facts
    let attributes = Set(facts.flatMap(\.conditionNames)).sorted().map { $0 + ":" }
    return searches.map { "@" + $0.name } + facts.map { "domain:" + $0.name } + attributes
  }

  /// Whether there are searches that have names.
  package var namesSearches: Bool { !searches.isEmpty }

  /// The right to tell the program of `on_match`, which one process at a time has; nil where another has it.
  package func lockProgramAlerts() throws(Failure) -> FileLock? {
    do throws(Failure) {
      return try FileLock(
        path: Path.join(workspace.index, AlertReader.programLockName), files: system.files)
    } catch {
      guard error.concerns([.lockHeld]) else { throw error }
      return nil
    }
  }

  /// What the program of `on_match` was not told yet.
  package func alertsForProgram() throws(Failure) -> AlertBatch {
    try store.alerts(for: .program)
  }

  /// Notes that the program of `on_match` was told of all alerts up to one.
  package func noteProgramTold(upTo sequence: Int64) throws(Failure) {
    try store.noteTold(.program, upTo: sequence)
  }

  /// Whether the program of `on_match` may run: it was allowed to, as it is now and where it lies.
  package func allowsProgram() throws(Failure) -> Bool {
    try Permissions(system).allows(
      WorkspaceSettings.fileName, hash: programHash(), at: settingsPath)
  }

  /// Lets the program of `on_match` run.
  func allowProgram() throws(Failure) {
    try Permissions(system).allow(
      WorkspaceSettings.fileName, hash: programHash(), at: settingsPath)
  }

  private var settingsPath: String { Path.join(workspace.folder, WorkspaceSettings.fileName) }

  private func programHash() throws(Failure) -> String {
    try Permissions.hash(ofProgram: onMatch, in: workspace.folder)
  }
}

/// How a target is opened: the url, and the program that opens it.
public struct Opening: Sendable, Hashable {
  /// The url that is opened: safe to hand on.
  public var url: String
  /// The program and its arguments, with the url among them; nil for the desktop's own.
  public var command: [String]?
  /// The folder in which the program runs.
  public var folder: String?
  /// Its title.
  public var title: String
  /// The target as it is recorded.
  let target: ActivityTarget
}

extension Library {
  /// Finds out what opening a target means; nothing is opened or recorded yet.
  ///
  /// - Throws: what ``visit(_:options:)`` throws; `item.without-url`; `declaration.needs-permission` for a
  ///   program that the declaration names and nobody has allowed.
  public func opening(
    _ text: String, identifier: String? = nil
  ) throws(Failure) -> Opening {
    let searcher = try searcher([])
    let target = try searcher.activityTarget(text, identifier: identifier)
    guard !target.url.isEmpty else {
      throw Failure(
        .noURL, "'\(text)' has no url", remedy: "give its declaration a url: under item:")
    }
    var url = target.url
    // Whoever names a place within the page means it.
    if let mark = text.firstIndex(of: "#"), NormalizedURL.host(of: text) != nil,
      NormalizedURL.of(text) == NormalizedURL.of(url)
    {
      url = String(url.prefix { $0 != "#" }) + text[mark...]
    }
    try LinkSafety.check(opening: url)
    var opening = Opening(url: url, title: target.title, target: target)
    let facts = searcher.state.domains.first { $0.name == target.address.domain }?.facts
    guard let facts, let file = facts.declaration,
      !facts.querySettings.opener.isEmpty || file.hasChanged
    else { return opening }
    // The declaration as it is now decides: a permission is for what it says.
    let files = try DeclarationFile.all(in: workspace, files: system.files)
    guard let declared = files.first(where: { $0.path == file.path }) else { return opening }
    let definition = try open.declared(declared).definition
    let words = definition.querySettings.opener
    guard !words.isEmpty else { return opening }
    guard definition.source.allowsOutside else {
      throw Failure(
        .needsPermission,
        "\(definition.name) opens its items with '\(words[0])', which is not allowed",
        at: definition.location,
        remedy: "read the declaration; if it may do that, run `footlight allow \(definition.name)`")
    }
    opening.command =
      [words[0]]
      + words.dropFirst().map { word in
        word.split(separator: "{url}", omittingEmptySubsequences: false).joined(separator: url)
      }
    opening.folder = definition.folder
    return opening
  }

  /// Records that something was opened.
  @discardableResult
  public func record(
    _ opening: Opening, options: VisitOptions = VisitOptions()
  ) throws(Failure) -> VisitOutcome {
    try visit(opening.target, options)
  }
}

/// Which of the counted queries are wanted.
public enum QuerySelection: String, Sendable, Hashable, CaseIterable {
  /// All, the most asked first.
  case all
  /// Those that had no hits.
  case withoutHits
  /// Those that had hits, of which nobody picked one.
  case withoutPicks
}

extension Library {
  /// The queries that were counted on this machine, the most asked first; none without `log: true` in
  /// `footlight.yaml`.
  public func queries(
    _ selection: QuerySelection = .all, limit: Int? = nil
  ) throws(Failure) -> [AskedQuery] {
    try writeQueries()
    let found = try userData.queries(on: today).filter { query in
      switch selection {
      case .all: true
      case .withoutHits: query.asked > 0 && query.hits == 0
      case .withoutPicks: query.asked > 0 && query.hits > 0 && query.picks == 0
      }
    }
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  /// Forgets counted queries, all without names; returns how many these were.
  @discardableResult
  public func forgetQueries(_ texts: [String] = []) throws(Failure) -> Int {
    try writeQueries()
    // A query that was counted while there was another attribute, or by another version, is found as it is listed.
    let meant = Set(texts.flatMap { [$0, CountedText.typed($0), counted($0)] })
    let count = try userData.forgetQueries(texts.isEmpty ? nil : meant.sorted())
    if count > 0 { try userData.forgetInBackup() }
    return count
  }

  /// Counts a query that somebody asked, with how many hits it had; nothing tells who.
  ///
  /// A log that cannot be written stops no search.
  package func count(asked text: String, hits: Int) {
    count(text) { AskedQuery($0, asked: 1, hits: hits, day: today) }
  }

  /// Counts that something was picked from the answer to a query.
  func count(pickedFor text: String) {
    count(text) { AskedQuery($0, picks: 1, day: today) }
  }

  private var today: Int { ActivityStrength.day(of: system.now()) }

  /// The text under which a query is counted.
  private func counted(_ text: String) -> String {
    CountedText(text) { [self] name in
      guard let state = try? store.snapshot(of: nil) else { return false }
      return state.domains.contains { state.attributes(of: $0.name).hold(name) }
    }.text
  }

  private func count(_ text: String, _ query: (String) -> AskedQuery) {
    // A search that has a name is no text that somebody thought of.
    guard logsQueries, !text.hasPrefix("@") else { return }
    let query = query(counted(text))
    guard !query.text.isEmpty, queryLog.add(query) else { return }
    // Nobody who searches waits for the disk, or for whoever holds the lock.
    Workers.detach { [weak self] in
      SystemServices.system.sleep(QueryLog.delay)
      try? self?.writeQueries()
    }
  }

  /// Writes the counts that are held in memory.
  package func writeQueries() throws(Failure) {
    try queryLog.write { (queries) throws(Failure) in try userData.count(queries) }
  }
}
