import DeclaredRecords
import FootlightPlatform

extension StoredPart {
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
  /// The names of those files that are here.
  var files: [GenerationFile] {
    parts.filter(\.isHere).map { GenerationFile(domain: name, generation: $0.generation) }
  }
}
