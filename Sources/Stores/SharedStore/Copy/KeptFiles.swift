import FootlightPlatform
import IndexStores

/// The files of the shared store that a copy keeps: those that a person wants, as far as there is room for them.
struct KeptFiles: Sendable {
  /// The part that a person wants.
  let choice: ReplicaState
  /// The sizes by which it was planned, where there is a bound.
  private var sizes: [String: SharedSizes]?
  /// The places of the files that fit, of the domains that do not fit whole.
  private var fitting: [String: Set<Int>] = [:]
  /// The places of those that do not.
  private var crowded: [String: [Int]] = [:]
  /// How many bytes of the room are left.
  private var free = 0

  /// All that a person wants.
  init(_ choice: ReplicaState) { self.choice = choice }

  /// The files that fit into a room of so many bytes.
  ///
  /// A file that is here comes before all that are not, so that nothing goes for the sake of something else; then those
  /// of the smallest domains come first, so that most domains are whole. One that does not fit is passed over, and
  /// smaller ones after it are taken.
  init(
    _ choice: ReplicaState, within bound: Int, _ sizes: [String: SharedSizes], here: [StoredDomain]
  ) {
    self.choice = choice
    self.sizes = sizes
    free = bound
    let present = Dictionary(here.map { ($0.name, $0.baseShards) }) { first, _ in first }
    let wanted = sizes.filter { choice.keeps($0.key) }.map { name, sizes in
      let places = sizes.files.indices.filter { sizes.files.count == 1 || choice.keeps(shard: $0) }
      return (name, sizes, places, bytes: places.reduce(0) { $0 + sizes.files[$1] })
    }.sorted { $0.bytes != $1.bytes ? $0.bytes < $1.bytes : $0.0.precedesInBytes($1.0) }
    var begun: Set<String> = []
    for takesWhatIsHere in [true, false] {
      for (name, sizes, places, _) in wanted {
        let parts = present[name] ?? []
        for index in places {
          let isHere =
            parts.count == sizes.files.count
            ? parts[index].isHere : parts.contains(where: \.isHere)
          guard isHere == takesWhatIsHere else { continue }
          // All deltas of the domain are counted, though those of files that are not here stay away.
          let cost = sizes.files[index] + (begun.contains(name) ? 0 : sizes.deltas)
          if cost <= free {
            free -= cost
            begun.insert(name)
            fitting[name, default: []].insert(index)
          } else {
            crowded[name, default: []].append(index)
          }
        }
      }
    }
  }

  /// Whether a domain, or something of it, is kept.
  func keeps(_ domain: String) -> Bool {
    choice.keeps(domain) && (crowded[domain] == nil || fitting[domain] != nil)
  }

  /// Whether a shard of a domain is kept.
  func keeps(_ shard: Int, of domain: String) -> Bool {
    choice.keeps(shard: shard) && crowded[domain]?.contains(shard) != true
  }

  /// Whether this state of a domain is the one that was planned for.
  func isPlanned(_ state: SharedDomain) -> Bool {
    guard let sizes else { return true }
    return sizes[state.name]?.token == state.token || state.files.isEmpty
  }

  /// The tokens of the states of domains for which there is no room.
  var crowdedOut: [String: Int] {
    (sizes ?? [:]).filter { choice.keeps($0.key) && !keeps($0.key) }.mapValues(\.token)
  }

  /// Why something of a domain is not here.
  func lack(of domain: String, isWhole: Bool, hasFiles: Bool) -> ReplicaState.Lack? {
    if !choice.keeps(domain) { return .leftOut }
    if !keeps(domain) { return .crowded }
    if isWhole { return nil }
    if crowded[domain] != nil { return .squeezed }
    return hasFiles ? .partly : .noShard
  }

  /// What is not here of all that is published, where these domains could not be brought, or not yet.
  func lacking(
    _ published: some Collection<String>, here: [StoredDomain], broken: Set<String>
  ) -> [String: ReplicaState.Lack] {
    let here = Dictionary(here.map { ($0.name, $0) }) { first, _ in first }
    return published.reduce(into: [:]) { lacking, name in
      if broken.contains(name), keeps(name) {
        lacking[name] = here[name] == nil ? .away : .old
      } else {
        lacking[name] = lack(
          of: name, isWhole: here[name]?.isWhole ?? true,
          hasFiles: here[name]?.files.isEmpty == false)
      }
    }
  }

  /// The warnings for all that does not fit, domain by domain.
  var diagnostics: [Diagnostic] {
    guard let bound = choice.disk, let sizes else { return [] }
    return crowded.sorted { $0.key.precedesInBytes($1.key) }.map { name, places in
      let domain = sizes[name] ?? SharedSizes(token: 0, files: [], deltas: 0)
      let deltas = keeps(name) ? 0 : domain.deltas
      let bytes = places.reduce(deltas) { $0 + domain.files[$1] }
      let shards = "\(Quantity.ranges(places.sorted(), of: "shard")) of \(domain.files.count)"
      let needed =
        "\(Quantity.bytes(bytes)) more, and of \(Quantity.bytes(bound)) \(Quantity.bytes(free)) are free"
      return Diagnostic(
        .storeRoom,
        keeps(name)
          ? "\(name) was not pulled whole: \(shards) would take \(needed)"
          : "\(name) was not pulled: it would take \(needed)",
        remedy:
          "give it more room with `footlight store pull --disk SIZE`, or keep less with --domain",
        severity: .warning)
    }
  }
}

/// A file of the shared store on its way into the folder, in a scratch folder beside its place.
///
/// The bytes that have come stay when a pull is cut, and the next one goes on there: the name of the part tells which file it is
/// of, and at the end all of it is checked.
struct PartialFile: ~Copyable {
  private let file: SharedFile
  private let path: String
  private let written: WritableFile
  private var digests: ExtentDigests
  /// How many extents are there.
  private(set) var extents: Int
  /// Whether some of them came with an earlier pull.
  let isContinued: Bool

  /// Begins a part, or goes on with the one that is there.
  init(_ file: SharedFile, in scratch: ScratchFolder, _ files: FileOperations) throws(Failure) {
    let path = Path.join(scratch.path, "part-" + Hexadecimal.text(file.digest))
    let isThere = try FileStatus.of(path, followingLinks: false) != nil
    // A part of another file is worth nothing.
    if !isThere { try scratch.remove() }
    try scratch.make()
    let written = try files.create(path, keepingContents: true, permissions: 0o600)
    var digests = ExtentDigests()
    var extent = ByteArena(capacity: SharedFile.extentSize)
    var extents = 0
    while file.size(ofExtent: extents) > 0 {
      extent.removeAll()
      let size = file.size(ofExtent: extents)
      let place = extents * SharedFile.extentSize
      guard try written.read(into: &extent, at: place, upTo: size) == size else { break }
      digests.append(extent, extent.all)
      extents += 1
    }
    try written.truncate(to: extents * SharedFile.extentSize)
    self.file = file
    self.path = path
    self.written = written
    self.digests = digests
    self.extents = extents
    isContinued = extents > 0
  }

  /// Takes in the next extent.
  mutating func append(_ bytes: borrowing ByteArena, _ range: ByteRange) throws(Failure) {
    guard range.count > 0, Int(range.count) == file.size(ofExtent: extents) else {
      throw CatalogRow.senseless
    }
    try written.write(bytes, range, at: extents * SharedFile.extentSize)
    digests.append(bytes, range)
    extents += 1
  }

  /// Forces the whole file to the disk; returns its path, nil where it is not what was published.
  func finish() throws(Failure) -> String? {
    guard file.size(ofExtent: extents) == 0, digests.finish() == file.digest else { return nil }
    try written.truncate(to: file.bytes)
    try written.synchronize()
    return path
  }
}
