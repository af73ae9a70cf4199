package import DeclaredRecords
import FootlightPlatform

/// Hashes of an item, byte for byte: two spellings of one character are different.
///
/// The same whether the item was just mapped or read back, so that both can be compared without
/// making texts of them.
package struct ItemDigest: Sendable, Hashable {
  /// The hash of the id.
  package var id: UInt64
  /// The hash of all fields with the id, but without the moment of expiry.
  package var contents: UInt64
  /// Seconds since 1970 from which on the item is not found; `Int64.max` for never.
  package var expires: Int64

  /// The digest as one number.
  package var number: UInt64 {
    (id &* 0x9E37_79B9_7F4A_7C15 ^ contents) &* 0xD6E8_FEB8_6659_FD93
      ^ UInt64(bitPattern: expires)
  }
}

/// Makes digests of items whose attributes have these names.
///
/// The order of the attributes in a declaration does not count, their names do.
package struct ItemDigester: Sendable {
  private let attributes: [UInt64]

  /// Knows the attributes by their ordinals.
  package init(attributes: [IndexedAttribute]) {
    self.attributes = attributes.map { attribute in
      let bytes = ByteArena(attribute.name)
      return bytes.hash(bytes.all)
    }
  }

  /// The digest of a prepared item.
  package func digest(_ item: borrowing ItemBuffer) -> ItemDigest {
    var fold = Fold()
    for range in [item.id, item.title, item.description, item.url] { fold.add(item.bytes, range) }
    fold.add(UInt64(item.keywords.count))
    for range in item.keywords { fold.add(item.bytes, range) }
    fold.add(UInt64(item.aliases.count))
    for range in item.aliases { fold.add(item.bytes, range) }
    fold.add(UInt64(item.rank))
    var values = AttributeSum()
    for attribute in item.attributes {
      values.add(
        hash(of: attribute.ordinal), Int(attribute.ordinal), attribute.kind,
        item.bytes.hash(attribute.text), attribute.worth)
    }
    fold.add(values.sum)
    fold.add(item.bytes, item.body)
    return ItemDigest(
      id: item.bytes.hash(item.id), contents: fold.state, expires: item.expires)
  }

  /// The digest of the record at an offset; nil when the bytes make no sense.
  func digest(_ bytes: borrowing ByteArena, at offset: Int) -> ItemDigest? {
    var at = offset
    var fold = Fold()
    guard let id = ItemRecord.range(bytes, &at) else { return nil }
    fold.add(bytes, id)
    for _ in 0..<3 {
      guard let range = ItemRecord.range(bytes, &at) else { return nil }
      fold.add(bytes, range)
    }
    for _ in 0..<2 {
      guard let count = bytes.varint(&at), count <= UInt64(bytes.count) else { return nil }
      fold.add(count)
      for _ in 0..<count {
        guard let range = ItemRecord.range(bytes, &at) else { return nil }
        fold.add(bytes, range)
      }
    }
    guard let rank = bytes.varint(&at), let expiry = bytes.varint(&at),
      let count = bytes.varint(&at), count <= UInt64(bytes.count)
    else { return nil }
    fold.add(rank)
    var values = AttributeSum()
    for _ in 0..<count {
      guard let (ordinal, kind, text, worth) = ItemRecord.attribute(bytes, &at) else { return nil }
      values.add(
        hash(of: ordinal), Int(truncatingIfNeeded: ordinal), kind, bytes.hash(text), worth)
    }
    fold.add(values.sum)
    guard let body = ItemRecord.range(bytes, &at) else { return nil }
    fold.add(bytes, body)
    return ItemDigest(
      id: bytes.hash(id), contents: fold.state,
      expires: expiry == 0 ? .max : ItemRecord.unzigzag(expiry &- 1))
  }

  private func hash(of ordinal: some BinaryInteger) -> UInt64 {
    ordinal < attributes.count ? attributes[Int(ordinal)] : 0
  }
}

/// A hash to which texts and numbers are added one after the other.
private struct Fold {
  private(set) var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func add(_ bytes: borrowing ByteArena, _ range: ByteRange) {
    add(bytes.hash(range))
  }

  mutating func add(_ number: UInt64) {
    state = ByteArena.mix(state ^ number, 0xA076_1D64_78BD_642F) &+ 0xD1B5_4A32_D192_ED03
  }
}

/// The hash of all attributes: their order is nothing, that of the elements of a list is.
private struct AttributeSum {
  private(set) var sum: UInt64 = 0
  private var last = -1
  private var element: UInt64 = 0

  mutating func add(
    _ name: UInt64, _ ordinal: Int, _ kind: ItemBuffer.AttributeKind, _ text: UInt64,
    _ worth: Double
  ) {
    element = ordinal == last ? element &+ 1 : 0
    last = ordinal
    var fold = Fold()
    for number in [name, UInt64(kind.rawValue), element, text] { fold.add(number) }
    // The worth of a text is not kept.
    if kind != .text, kind != .listElement { fold.add(worth.bitPattern) }
    sum &+= fold.state
  }
}
