import DeclaredRecords
import FootlightPlatform

/// The name of a generation's file, `<domain>.<generation>.sqlite`, and of what may lie beside it.
package struct GenerationFile: Hashable, Sendable {
  /// The domain.
  package var domain: String
  /// The generation's number.
  package var generation: Int
  /// The ending after the name: nothing for the generation itself; a marker or a scratch folder
  /// otherwise.
  package var suffix = ""

  /// No store counts further; a larger number is no number of ours.
  static let highest = 1 << 48

  /// The names that this program makes beside a generation; anything else is left alone.
  static let suffixes = ["", damagedSuffix, scratchSuffix]
  /// Marks a generation in which a reader met damage.
  package static let damagedSuffix = ".damaged"
  /// A folder for what a build does not keep.
  package static let scratchSuffix = ".scratch"

  package init(domain: String, generation: Int, suffix: String = "") {
    self.domain = domain
    self.generation = generation
    self.suffix = suffix
  }

  /// Reads a file's name; nil when it is no name of an index.
  package init?(name: String) {
    for suffix in GenerationFile.suffixes where name.hasSuffix(".sqlite" + suffix) {
      let stem = name.dropLast(7 + suffix.count)
      guard let dot = stem.lastIndex(of: "."), dot > stem.startIndex else { return nil }
      let number = stem[stem.index(after: dot)...]
      guard let generation = Int(number), generation > 0, generation <= GenerationFile.highest,
        String(generation) == number
      else {
        return nil
      }
      domain = String(stem[..<dot])
      self.generation = generation
      self.suffix = suffix
      return
    }
    return nil
  }

  /// The file's name.
  package var name: String { "\(domain).\(generation).sqlite\(suffix)" }

  /// The name of something beside the generation.
  package func with(suffix: String) -> GenerationFile {
    GenerationFile(domain: domain, generation: generation, suffix: suffix)
  }
}

extension StoredShard {
  /// Shards as bytes: for each the number of its file, the identity, the size, and the digest of its items (8 bytes each).
  package static func encoded(_ shards: [StoredShard]) -> [UInt8] {
    var bytes = ByteArena(capacity: shards.count * 32)
    for shard in shards {
      bytes.append(littleEndian: UInt64(shard.generation))
      bytes.append(littleEndian: shard.identity)
      bytes.append(littleEndian: UInt64(shard.bytes))
      bytes.append(littleEndian: shard.items)
    }
    return bytes.bytes(bytes.all)
  }

  /// Reads them back; nil when they make no sense.
  package static func decoded(_ code: [UInt8]) -> [StoredShard]? {
    guard code.count % 32 == 0, code.count / 32 <= DomainKeys.mostShards else { return nil }
    var bytes = ByteArena(capacity: code.count)
    bytes.append(code)
    var shards: [StoredShard] = []
    for start in stride(from: 0, to: code.count, by: 32) {
      let generation = bytes.load(start, as: Int64.self)
      let size = bytes.load(start + 16, as: Int64.self)
      guard (1...Int64(GenerationFile.highest)).contains(generation), (0..<1 << 48).contains(size),
        shards.allSatisfy({ $0.generation != Int(generation) })
      else { return nil }
      shards.append(
        StoredShard(
          generation: Int(generation), identity: bytes.load(start + 8, as: UInt64.self),
          bytes: Int(size), items: bytes.load(start + 24, as: UInt64.self)))
    }
    return shards
  }
}

extension StoredDomain {
  /// The names of those files that are here.
  package var files: [GenerationFile] {
    baseShards.filter(\.isHere).map { GenerationFile(domain: name, generation: $0.generation) }
  }
}
