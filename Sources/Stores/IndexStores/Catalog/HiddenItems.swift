import FootlightPlatform

/// Items of earlier segments that a delta hides, by segment (0 for the base) and document.
///
/// As bytes: the number of segments (varint), then for each its number, the number of documents,
/// and the distance of each from the one before (varints).
struct HiddenItems: Sendable {
  /// The documents of each segment, ascending.
  private(set) var documents: [Int: [UInt32]] = [:]

  init() {}

  /// Sorts what is hidden.
  init(_ documents: [Int: Set<UInt32>]) {
    self.documents = documents.filter { !$0.value.isEmpty }.mapValues { $0.sorted() }
  }

  /// How many items are hidden.
  var count: Int { documents.values.reduce(0) { $0 + $1.count } }

  var encoded: [UInt8] {
    var bytes = ByteArena(capacity: 16 + count * 2)
    bytes.append(varint: UInt64(documents.count))
    for (segment, documents) in documents.sorted(by: { $0.key < $1.key }) {
      bytes.append(varint: UInt64(segment))
      bytes.append(varint: UInt64(documents.count))
      var last: UInt32 = 0
      for document in documents {
        bytes.append(varint: UInt64(document - last))
        last = document
      }
    }
    return bytes.bytes(bytes.all)
  }

  /// Reads them back; nil when they make no sense.
  init?(_ code: [UInt8]) {
    var bytes = ByteArena(capacity: code.count)
    bytes.append(code)
    var at = 0
    guard let segments = bytes.varint(&at), segments <= UInt64(code.count) else { return nil }
    for _ in 0..<segments {
      guard let segment = bytes.varint(&at), let count = bytes.varint(&at),
        segment < 1 << 48, count <= UInt64(code.count)
      else { return nil }
      var list: [UInt32] = []
      var last: UInt64 = 0
      for _ in 0..<count {
        guard let step = bytes.varint(&at), step < 1 << 32, last + step < 1 << 32 else {
          return nil
        }
        last += step
        list.append(UInt32(last))
      }
      documents[Int(segment)] = list
    }
    guard at == bytes.count else { return nil }
  }
}
