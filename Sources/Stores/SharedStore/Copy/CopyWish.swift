import FootlightPlatform
import IndexStores

/// A person's wish about the part of the shared store that this machine keeps from now on.
package struct CopyWish: Sendable, Hashable {
  /// A bound of the room on the disk.
  package enum Disk: Sendable, Hashable {
    case unbounded
    case atMost(Int)
  }

  /// Whether all domains and all shards are kept again, as far as there is room.
  package var isAll = false
  /// Domains, or groups of them, that are kept beside those that are kept already.
  package var domains: Set<String> = []
  /// The shards that are kept of domains in shards; nil where that stays as it is.
  package var shards: ClosedRange<Int>?
  /// The room that they may take; nil where that stays as it is.
  package var disk: Disk?

  /// Wishes nothing else than what is.
  package init() {}
}

extension ReplicaState {
  /// Keeps what a person wishes.
  mutating func apply(_ wish: CopyWish) {
    if wish.isAll {
      kept = nil
      shards = nil
    }
    if !wish.domains.isEmpty { kept = (kept ?? []).union(wish.domains) }
    shards = wish.shards ?? shards
    switch wish.disk {
    case nil: break
    case .unbounded: disk = nil
    case .atMost(let bytes): disk = bytes
    }
  }

  /// Writes it, in the place of the one that is there.
  func write(inFolder folder: String, _ files: FileOperations) throws(Failure) {
    var lines = (kept ?? []).sorted().map { "kept \($0)\n" }
    if let shards { lines.append("shards \(shards.lowerBound)-\(shards.upperBound)\n") }
    if let disk { lines.append("disk \(disk)\n") }
    lines += lacking.sorted { $0.key < $1.key }.map { "\($0.value.rawValue) \($0.key)\n" }
    try files.replace(
      Path.join(folder, ReplicaState.fileNames[0]), with: ByteArena(lines.joined()),
      permissions: 0o600)
  }
}
