package import FootlightPlatform

/// Which domains of the shared store a copy keeps, and which of them it lacks: a file beside the catalog, so that who
/// only reads can say what was not searched.
package struct ReplicaState: Sendable, Hashable {
  /// Why a domain is not here as it is published.
  package enum Lack: String, Sendable {
    /// The copy keeps others.
    case leftOut = "left-out"
    /// It could not be fetched, and was never here.
    case away
    /// It could not be fetched; an older state of it is here.
    case old
    /// The copy keeps some of its shards.
    case partly
    /// The copy keeps it, and none of its shards.
    case noShard = "no-shard"
    /// It does not fit into the room that the copy has.
    case crowded
    /// Only some of its shards fit into that room.
    case squeezed

    /// Whether a copy that keeps what it should keep would find more.
    package var mayHideHits: Bool {
      switch self {
      case .leftOut, .old: false
      case .away, .partly, .noShard, .crowded, .squeezed: true
      }
    }
  }

  /// The domains and groups that are kept; nil for all.
  package var kept: Set<String>?
  /// The shards that are kept of domains that have some; nil for all.
  package var shards: ClosedRange<Int>?
  /// How many bytes the files and deltas of domains may take; nil where nothing is said.
  package var disk: Int?
  /// The domains that are not here as they are published.
  package var lacking: [String: Lack] = [:]

  /// The name of the file, and that of the one that takes its place.
  package static let fileNames = ["copy", "copy.tmp"]
  /// So many bytes of it are read at most.
  private static let limit = 16 << 20

  /// A copy of all domains.
  package init() {}

  /// Whether a domain is one of those that are kept; a group is what stands before a dot.
  package func keeps(_ domain: String) -> Bool {
    kept.map { DomainReach(Array($0)).contains(domain) } ?? true
  }

  /// What a copy lacks that has these domains: one that has come since it was said to be away is not.
  package func lacking(beside here: some Sequence<String>) -> [String: Lack] {
    var lacking = lacking
    for name in here where lacking[name] == .away { lacking[name] = nil }
    return lacking
  }

  /// Why a domain is not to be changed here; nil where it may be.
  ///
  /// The shards that are here decide, not what is lacking: of a domain that is away nothing else is known.
  package func refusal(of domain: String, _ stored: StoredDomain?) -> Failure? {
    guard keeps(domain) else {
      return Failure(
        .storeCopy, "this machine keeps a part of the shared store, and not \(domain)",
        remedy: "run `footlight store pull --domain \(domain)`, which keeps it as well")
    }
    if lacking[domain] == .crowded {
      return Failure(
        .storeCopy,
        "\(domain) does not fit into the room that this machine gives to the shared store",
        remedy: "give it more with `footlight store pull --disk SIZE`")
    }
    return stored.flatMap { ReplicaState.refusal(of: $0) }
  }

  /// Why a domain is not to be changed here of which the copy keeps some shards only; nil for a whole one.
  static func refusal(of stored: StoredDomain) -> Failure? {
    guard !stored.isWhole else { return nil }
    let part = stored.files.isEmpty ? "none" : "some"
    return Failure(
      .storeCopy, "this machine keeps \(part) of the shards of \(stored.name)",
      remedy:
        "run `footlight store pull --all`, which fetches the others as well, or give room with --disk"
    )
  }

  /// The state of a copy; that of a whole one where nothing is said.
  package static func read(_ folder: String) throws(Failure) -> ReplicaState {
    var state = ReplicaState()
    let path = Path.join(folder, fileNames[0])
    guard try FileStatus.of(path, followingLinks: false) != nil else { return state }
    let bytes = try File.readWhole(path, limit: limit)
    for line in bytes.text(bytes.all).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      if words[0] == "kept" {
        state.kept = (state.kept ?? []).union([words[1]])
      } else if words[0] == "shards" {
        state.shards = ReplicaState.shards(words[1])
      } else if words[0] == "disk" {
        state.disk = Int(words[1]).flatMap { $0 >= 0 ? $0 : nil }
      } else if let lack = Lack(rawValue: words[0]) {
        state.lacking[words[1]] = lack
      }
    }
    return state
  }

  /// A range of shards, as people write it: `0-3`, or one number; nil for anything else.
  package static func shards(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first.flatMap({ $0 }), let last = ends.last.flatMap({ $0 }),
      ends.count <= 2, 0 <= first, first <= last
    else { return nil }
    return first...last
  }

  /// Whether a shard of a domain is one of those that are kept.
  package func keeps(shard: Int) -> Bool { shards?.contains(shard) ?? true }
}

/// What a copy of a shared store keeps of it, and how old it is.
package struct IndexCopy: Sendable {
  /// The domains that it keeps and lacks, or why that cannot be read.
  package var kept: Result<ReplicaState, Failure>
  /// When it was last compared with the shared store, in seconds since 1970; nil for never.
  package var pulled: Int64?
}
