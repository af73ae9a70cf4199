import FootlightDiagnostics
import FootlightPlatform
import SearchIndex

extension ItemChanges {
  /// With more items on either side a comparison would cost a noticeable part of the build.
  static let mostCompared = 20_000

  /// Compares the items of two generation files by their ids and contents; nil when one of them
  /// is too large or cannot be read.
  init?(from old: String, to new: String) {
    do throws(Failure) {
      let before = try Generation(path: old)
      let after = try Generation(path: new)
      guard before.summary.items <= ItemChanges.mostCompared,
        after.summary.items <= ItemChanges.mostCompared
      else { return nil }
      try self.init(from: before, to: after)
    } catch {
      return nil
    }
  }

  private init(from before: Generation, to after: Generation) throws(Failure) {
    self.init()
    var unseen: [UInt64: UInt64] = [:]
    unseen.reserveCapacity(before.summary.items)
    var digest = ItemDigest(before.attributes)
    try before.forEachItem { (item) throws(Failure) in unseen[digest.id(item)] = digest.all(item) }
    digest.attributes = after.attributes
    try after.forEachItem { (item) throws(Failure) in
      guard let contents = unseen.removeValue(forKey: digest.id(item)) else {
        inserted += 1
        return
      }
      if contents != digest.all(item) { updated += 1 }
    }
    deleted = unseen.count
  }
}

/// Hashes items byte for byte: two spellings of one character are different.
private struct ItemDigest: ~Copyable {
  /// The names of the attributes; their order is not the item's.
  var attributes: [String]
  private var bytes = ByteArena()

  init(_ attributes: [String]) {
    self.attributes = attributes
  }

  mutating func id(_ item: StoredItem) -> UInt64 {
    bytes.removeAll()
    bytes.append(item.id)
    return bytes.hash(bytes.all)
  }

  mutating func all(_ item: StoredItem) -> UInt64 {
    bytes.removeAll()
    for text in [item.title, item.description, item.body, item.url] { add(text) }
    for list in [item.keywords, item.aliases] {
      bytes.append(varint: UInt64(list.count))
      for text in list { add(text) }
    }
    // Sorted by name, stably: the elements of a list keep their order.
    let named = item.attributes.map { (name: name(of: $0), value: $0) }
    for (name, value) in named.enumerated().sorted(by: {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }).map(\.element) {
      add(name)
      add("\(value.kind)")
      add(value.text)
      bytes.append(varint: value.worth.bitPattern)
    }
    bytes.append(varint: UInt64(bitPattern: Int64(item.rank)))
    bytes.append(varint: UInt64(bitPattern: item.expires ?? .max))
    return bytes.hash(bytes.all)
  }

  private func name(of attribute: StoredItem.Attribute) -> String {
    attributes.indices.contains(attribute.ordinal) ? attributes[attribute.ordinal] : ""
  }

  /// Adds a text with its length, so that no two lists of texts look alike.
  private mutating func add(_ text: String) {
    bytes.append(varint: UInt64(text.utf8.count))
    bytes.append(text)
  }
}
