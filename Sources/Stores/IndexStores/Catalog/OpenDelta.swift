import FootlightPlatform
import SearchEngine

/// A delta that was read from the catalog.
struct OpenDelta: Sendable {
  /// Its number.
  var number: Int
  /// Of which shard of the base: 0 where the base is one file.
  let shard: Int
  /// How many items it adds, and how many it hides.
  var items: Int
  var hiding: Int
  /// How many bytes it takes in the catalog.
  let size: Int
  /// The identity of its contents, as the catalog has it.
  let identity: UInt64
  var hidden: HiddenItems
  /// The segment that it adds; nil for nothing.
  var segment: SearchableSegment?
  /// How many of the items that it hides hold each word; nil where it hides none.
  var words: Segment?
  /// Why it cannot be read.
  var failure: Failure?

  init(
    number: Int, shard: Int, items: Int, hiding: Int, hidden: [UInt8], words: consuming ByteArena,
    segment: consuming ByteArena, identity: UInt64, path: String
  ) {
    self.number = number
    self.shard = shard
    self.items = items
    self.hiding = hiding
    self.identity = identity
    size = hidden.count + words.count + segment.count
    self.hidden = HiddenItems()
    do throws(Failure) {
      guard let hides = HiddenItems(hidden), (1..<1 << 48).contains(number) else {
        throw Failure(
          .indexDamaged, "what a delta hides is damaged", at: SourceLocation(file: path),
          remedy: "run 'footlight sync' to build it again")
      }
      self.hidden = hides
      if words.count > 0 {
        self.words = try Segment(blob: words, isDictionary: true, path: path)
      }
      if segment.count > 0 {
        self.segment = SearchableSegment(try Segment(blob: segment, path: path))
      }
      guard self.segment?.stored.summary.items ?? 0 == items, hides.count == hiding,
        self.words?.summary.items ?? 0 == hiding,
        identity == OpenDelta.identity(segment: self.segment?.stored, words: self.words)
      else {
        throw Failure(
          .indexDamaged, "a delta holds other items than the catalog says",
          at: SourceLocation(file: path),
          remedy: "run 'footlight sync' to build it again")
      }
    } catch {
      failure = error
    }
  }

  /// The identity of the contents of a delta.
  static func identity(segment: Segment?, words: Segment?) -> UInt64 {
    ByteArena.mix(
      (segment?.identity ?? 0) ^ 0x9E37_79B9_7F4A_7C15,
      (words?.identity ?? 0) ^ 0xD1B5_4A32_D192_ED03)
  }
}

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
