import DomainDeclarations
import FootlightPlatform

/// One file of a domain's base: the whole base, or one shard of it.
package struct StoredPart: Sendable, Hashable {
  /// The number that the file's name bears.
  package var generation: Int
  /// The identity of its contents.
  package var identity: UInt64
  /// How large it is; 0 for a shard that this copy does not keep.
  package var bytes: Int
  /// The digest of the items of a shard; 0 where it was not made.
  package var items: UInt64

  /// Describes a file.
  package init(generation: Int, identity: UInt64, bytes: Int, items: UInt64 = 0) {
    self.generation = generation
    self.identity = identity
    self.bytes = bytes
    self.items = items
  }

  /// Whether its file is here.
  package var isHere: Bool { bytes > 0 }

  /// Shards as bytes: for each the number of its file, the identity, the size, and the digest of its items (8 bytes each).
  static func encoded(_ shards: [StoredPart]) -> [UInt8] {
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
  static func decoded(_ code: [UInt8]) -> [StoredPart]? {
    guard code.count % 32 == 0, code.count / 32 <= DomainKeys.mostShards else { return nil }
    var bytes = ByteArena(capacity: code.count)
    bytes.append(code)
    var shards: [StoredPart] = []
    for start in stride(from: 0, to: code.count, by: 32) {
      let generation = bytes.load(start, as: Int64.self)
      let size = bytes.load(start + 16, as: Int64.self)
      guard (1...Int64(GenerationFile.highest)).contains(generation), (0..<1 << 48).contains(size),
        shards.allSatisfy({ $0.generation != Int(generation) })
      else { return nil }
      shards.append(
        StoredPart(
          generation: Int(generation), identity: bytes.load(start + 8, as: UInt64.self),
          bytes: Int(size), items: bytes.load(start + 24, as: UInt64.self)))
    }
    return shards
  }
}

extension StoredDomain {
  /// A domain that was built of these files.
  init(_ parts: [StoredPart], of name: String, _ facts: DomainFacts, items: Int, terms: Int) {
    self.init(
      name: name, generation: parts.map(\.generation).max() ?? 0, facts: facts, items: items,
      terms: terms, bytes: parts.reduce(0) { $0 + $1.bytes })
    if parts.count == 1 { identity = parts[0].identity } else { shards = parts }
  }

  /// The files of its base: one, or its shards.
  package var parts: [StoredPart] {
    guard shards.isEmpty else { return shards }
    return [StoredPart(generation: generation, identity: identity, bytes: bytes - deltaBytes)]
  }

  /// The names of those files that are here.
  var files: [GenerationFile] {
    parts.filter(\.isHere).map { GenerationFile(domain: name, generation: $0.generation) }
  }

  /// Whether all of them are here.
  package var isWhole: Bool { shards.allSatisfy(\.isHere) }
}
