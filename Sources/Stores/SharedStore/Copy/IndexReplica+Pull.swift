import FileHandles
package import FootlightPlatform
import IndexStores
import SearchEngine

extension IndexReplica {
  /// How often a state that was replaced meanwhile is looked at again.
  private static let mostLooks = 5

  /// Brings a folder up to what is published: files first, then the catalog, a domain at a time.
  ///
  /// Killed at any instant, each domain is the old one or the new one, complete; what was fetched and is not
  /// named yet is found again by its digest.
  func pull(into catalog: borrowing Catalog, _ folder: IndexFolder) throws(Failure) {
    // Asked first: what is published meanwhile is another state.
    let news = try shared.news()
    let identity = news.identity
    var known = try catalog.sharedTokens(of: identity)
    let published = try shared.tokens()
    let before = try ReplicaState.read(folder.path)
    var choice = try choice(inFolder: folder.path)
    var kept = try plan(choice, catalog)
    // Damaged domains are fetched again, and those of which other shards are kept now.
    for domain in try catalog.domains() {
      let isAsKept = domain.shards.enumerated().allSatisfy {
        $1.isHere == kept.keeps($0, of: domain.name)
      }
      let isSound = try isSound(domain, folder)
      if !isAsKept || !isSound { known[domain.name] = nil }
    }
    var present = published.filter { kept.keeps($0.key) }
    // Said before anything goes or comes: killed in between, the next pull goes on with it, and a search says what has not come.
    let here = try Set(catalog.domains().map(\.name))
    let missing = present.filter { name, token in
      known[name] != token && (!here.contains(name) || before.lacking[name] == .old)
    }
    choice.lacking = try kept.lacking(
      published.keys, here: catalog.domains(), broken: Set(missing.keys))
    if choice != before {
      try makingRoom(catalog, folder) { (_) throws(Failure) in
        try choice.write(inFolder: folder.path, folder.files)
      }
    }
    let told = choice
    // First, so that there is room for what comes.
    try makingRoom(catalog, folder) { (catalog) throws(Failure) in
      try catalog.adopt(identity)
      try forget(catalog, folder) { present[$0] == nil }
      let left = try folder.leftovers(live: liveGenerations(catalog.domains()))
      try delete(Set(left.filter { present[$0.domain] == nil }), catalog, folder)
    }
    var broken: [String: BrokenDomain] = [:]
    for (domain, token) in present.sorted(by: { $0.key.precedesInBytes($1.key) })
    where known[domain] != token {
      if let passed = passedOver(domain, at: token) {
        broken[domain] = passed
        continue
      }
      var files: Set<Int> = []
      do throws(Failure) {
        try pull(domain, &kept, into: catalog, folder, &files)
      } catch {
        // The others are fine, and a build can take its place.
        guard error.concerns(IndexReplica.brokenCodes) else { throw error }
        broken[domain] = BrokenDomain(token: token, failure: error, files: files)
      }
    }
    // A domain that has grown meanwhile may fit no longer.
    present = present.filter { kept.keeps($0.key) }
    try forget(catalog, folder) { present[$0] == nil }
    choice.lacking = try kept.lacking(
      published.keys, here: catalog.domains(), broken: Set(broken.keys))
    if choice != told { try choice.write(inFolder: folder.path, folder.files) }
    let tokens = try catalog.sharedTokens(of: identity).filter { present[$0.key] != nil }
      .merging(kept.crowdedOut) { here, _ in here }
    notePull(news, tokens: tokens, broken: broken, keeping: choice, crowded: kept.diagnostics)
    ReplicaAge.notePull(folder)
  }

  /// The files that are kept: all that are wanted, or those of them that fit.
  private func plan(
    _ choice: ReplicaState, _ catalog: borrowing Catalog
  ) throws(Failure) -> KeptFiles {
    guard let bound = choice.disk else { return KeptFiles(choice) }
    return KeptFiles(choice, within: bound, try shared.sizes(), here: try catalog.domains())
  }

  /// The codes of a domain in the store that cannot be used, while all else can.
  package static let brokenCodes: Set<DiagnosticCode> = [
    .storeIncomplete, .storeMissing, .storeAway, .indexDamaged, .indexFormat, .indexForeign,
  ]

  /// Whether the files of a domain are there and nobody has met damage in them.
  private func isSound(_ domain: StoredDomain, _ folder: IndexFolder) throws(Failure) -> Bool {
    guard try !folder.isMarkedDamaged(domain) else { return false }
    for (file, part) in zip(domain.files, domain.baseShards.filter(\.isHere)) {
      guard let status = try FileStatus.of(folder.path(of: file), followingLinks: false),
        status.kind == .file, status.size == part.bytes
      else { return false }
    }
    return true
  }

  private func pull(
    _ domain: String, _ kept: inout KeptFiles, into catalog: borrowing Catalog,
    _ folder: IndexFolder, _ files: inout Set<Int>
  ) throws(Failure) {
    guard IndexReplica.canBeDeclared(domain) else { throw CatalogRow.senseless }
    /// The state that lacked a file.
    var lacking: Int?
    for look in 1... {
      let state = try shared.state(of: domain)
      files = Set(state.files.map(\.number))
      // Something else than what was planned for was published meanwhile.
      if !kept.isPlanned(state) {
        guard look < IndexReplica.mostLooks else { throw IndexReplica.moved(domain) }
        kept = try plan(kept.choice, catalog)
        guard kept.keeps(domain) else { return }
        guard kept.isPlanned(state) else { continue }
      }
      do throws(Failure) {
        return try apply(state, kept, to: catalog, folder)
      } catch {
        guard error.concerns([.storeMissing]), look < IndexReplica.mostLooks else { throw error }
        guard lacking != state.token else {
          throw Failure(
            .storeMissing, error.diagnostics.first?.message ?? "",
            remedy:
              "run `footlight sync --rebuild \(domain)` where it is indexed, which publishes it anew"
          )
        }
        // The named file was replaced and swept away while the row was read.
        lacking = state.token
      }
    }
  }

  /// Whether a declaration can have this name, which becomes that of a file.
  private static func canBeDeclared(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 100, name != ActivityRecord.history else {
      return false
    }
    func isWord(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || byte.isDigit
    }
    return isWord(first)
      && name.utf8.allSatisfy {
        isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  private func apply(
    _ state: SharedDomain, _ keeping: KeptFiles, to catalog: borrowing Catalog,
    _ folder: IndexFolder
  ) throws(Failure) {
    guard let generation = state.files.map(\.number).max() else {
      try catalog.forget(state.name, token: state.token)
      return
    }
    let before = try catalog.sharedRows(of: state.name)
    var row = try CatalogRow(state.row)
    let files = try settleFiles(of: state, keeping, in: &row)
    let present = try catalog.domains().first { $0.name == state.name }
    // Those that were pulled already are compared where something is wrong with them, and left alone where not.
    var here: Set<Int> = []
    if let present, try isSound(present, folder) { here = Set(present.files.map(\.generation)) }
    for file in files {
      if here.contains(file.number),
        try catalog.isCopied(file.number, of: state.name, file.digest)
      {
        continue
      }
      try fetch(
        file, of: state.name, to: folder, isKnown: before.base.contains(file.number))
    }
    // Only now, when all have been looked at: the marker of damage may be about any of them.
    for number in state.files.map(\.number) {
      try folder.delete(
        GenerationFile(
          domain: state.name, generation: number, suffix: GenerationFile.damagedSuffix))
    }
    row["name"] = .text(state.name)
    row["generation"] = .integer(Int64(generation))
    row["bytes"] = .integer(Int64(files.reduce(0) { $0 + $1.bytes }))
    row.settleCounts("items", "terms", "version", "weight")
    settlePaths(&row)
    keepLook(&row, before.domain)
    var kept: Set<Int> = []
    var deltas: [CatalogRow] = []
    // A delta hides items of its own file alone, so that those of files that are not kept say nothing here.
    let leftOut = Set(state.files).subtracting(files).map(\.number)
    for name in state.deltas where !leftOut.contains(CatalogRow.base(of: name)) {
      if before.deltas.contains(name.number),
        try catalog.isCopied(name.number, of: state.name, name.digest)
      {
        kept.insert(name.number)
        continue
      }
      var delta = try CatalogRow(shared.fetch(name))
      delta["domain"] = .text(state.name)
      if state.files.count == 1 { delta["base"] = .integer(Int64(generation)) }
      // A former program had deltas of all shards together.
      guard state.files.contains(where: { $0.number == delta.count("base") }) else {
        throw CatalogRow.senseless
      }
      delta["number"] = .integer(Int64(name.number))
      delta.settleCounts("items", "hiding")
      delta["bytes"] = .integer(delta.size(of: "hidden", "words", "segment"))
      deltas.append(delta)
    }
    let journal = try state.journal.map { (change) throws(Failure) in
      var row = try CatalogRow(change.row)
      row["domain"] = .text(state.name)
      row["key"] = .bytes(change.key)
      row.settleCounts("sequence", "first_seen", "attempts", "tried_at", "retry_at")
      return row
    }
    try catalog.replace(with: state, row, keeping: kept, adding: deltas, journal: journal)
    if keeping.choice.disk != nil {
      let named = files.map { GenerationFile(domain: state.name, generation: $0.number) }
      try delete(Set(present?.files ?? []).subtracting(named), catalog, folder)
    }
  }

  /// The files of a domain that the copy keeps; the row has to name those that the store has, and is told which of them
  /// are not kept.
  private func settleFiles(
    of state: SharedDomain, _ kept: KeptFiles, in row: inout CatalogRow
  ) throws(Failure) -> [SharedFile] {
    guard var shards = row.shards else { throw CatalogRow.senseless }
    if state.files.count == 1, shards.isEmpty { return state.files }
    guard
      shards.map(\.generation) == state.files.map(\.number),
      shards.map(\.bytes) == state.files.map(\.bytes), shards.allSatisfy(\.isHere)
    else { throw CatalogRow.senseless }
    for index in shards.indices where !kept.keeps(index, of: state.name) {
      shards[index].bytes = 0
    }
    row["shards"] = .bytes(StoredShard.encoded(shards))
    return zip(state.files, shards).filter { $1.isHere }.map(\.0)
  }

  /// Fetches a generation into a scratch folder beside its place, checks it, and renames it.
  ///
  /// - Parameter isKnown: whether the catalog has named it, so that a damaged one makes room.
  @discardableResult
  func fetch(
    _ file: SharedFile, of domain: String, to folder: IndexFolder, isKnown: Bool
  ) throws(Failure) -> GenerationFile {
    let name = GenerationFile(domain: domain, generation: file.number)
    guard GenerationFile(name: name.name) == name else { throw CatalogRow.senseless }
    let path = folder.path(of: name)
    // A file of this name that nothing names was fetched, or built here, before somebody was killed.
    if try FileStatus.of(path, followingLinks: false) != nil {
      if try file.matches(path) { return name }
      try folder.delete(name, isKnown: isKnown)
      guard try FileStatus.of(path, followingLinks: false) == nil else {
        throw IndexFolder.foreign(
          path, "where a file of the shared store belongs, there is another one")
      }
    }
    let scratch = ScratchFolder(
      path: folder.path(of: name.with(suffix: GenerationFile.scratchSuffix)), files: folder.files)
    let part = try fetch(file, to: scratch, folder.files)
    // The file is opened as a reader would, whatever its digest says.
    try Segment(path: part).verify(quick: true)
    try folder.files.rename(part, to: path)
    try folder.files.synchronizeFolder(folder.path)
    try scratch.remove()
    return name
  }

  /// Fetches a file into a scratch folder, beginning where an earlier pull was cut; returns its path.
  private func fetch(
    _ file: SharedFile, to scratch: ScratchFolder, _ files: FileOperations
  ) throws(Failure) -> String {
    while true {
      var part = try PartialFile(file, in: scratch, files)
      try shared.fetch(file, from: part.extents) { (bytes, range) throws(Failure) in
        try part.append(bytes, range)
      }
      if let path = try part.finish() { return path }
      // A part from before a power cut may have holes: without it once more.
      try scratch.remove()
      guard part.isContinued else {
        throw Failure(
          .storeIncomplete, "file \(file.number) of the store is not what was published",
          remedy: "look at the server's disk, and rebuild the domain")
      }
    }
  }

  /// Keeps what this machine has seen of a source where another one has read the same records: or each would read
  /// them again because it was the other one that has read them last.
  private func keepLook(_ row: inout CatalogRow, _ before: CatalogRow?) {
    guard let before, case .integer(let digest)? = row["source_digest"], digest != 0,
      ["source_digest", "fingerprint", "version"].allSatisfy({ row[$0] == before[$0] })
    else { return }
    for column in SharedRows.localColumns { row[column] = before[column] }
  }

  /// Makes paths of the machine that has built a domain those of this one.
  ///
  /// A file that has the same size here is taken for the same: its time is another one on each machine. Files of
  /// the source that are not here, or lie outside of the workspace, are watched by nobody: nothing is looked at
  /// because a server names it.
  private func settlePaths(_ row: inout CatalogRow) {
    guard case .text(let theirs)? = row["workspace"] else {
      for column in ["declaration", "watched"] { row[column] = .bytes([]) }
      return
    }
    row["workspace"] = nil
    for column in ["declaration", "watched"] {
      guard case .bytes(let code)? = row[column] else { continue }
      let files = WatchedFile.decoded(code).prefix(IndexReplica.mostWatched).compactMap {
        (file) -> WatchedFile? in
        guard file.path.hasPrefix(theirs + "/") else { return nil }
        var file = file
        file.path = Path.normalized(workspace + file.path.dropFirst(theirs.count))
        guard file.path.hasPrefix(workspace + "/"), !file.path.utf8.contains(0) else { return nil }
        guard let present = (try? FileStatus.of(file.path)) ?? nil else {
          return column == "declaration" ? file : nil
        }
        if theirs != workspace, Int64(present.size) == file.size {
          file.modified = present.modified
        }
        return file
      }
      row[column] = .bytes(WatchedFile.encoded(files))
    }
  }

  /// How many files of a source are watched at most, whatever the store says.
  private static let mostWatched = 100_000
}
