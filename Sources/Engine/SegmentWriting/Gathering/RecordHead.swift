import FootlightPlatform

/// Where the fields at the beginning of a record lie.
struct RecordHead {
  /// The item's id.
  var id: ByteRange
  /// The title's sort key from its fifteenth byte on.
  var restOfKey: ByteRange
  /// The names, keywords and sequences, and after them the values of the attributes.
  var forward: ByteRange

  init?(_ bytes: borrowing ByteArena, at start: Int) {
    var at = start
    guard let idSize = bytes.varint(&at), idSize <= bytes.count - at else { return nil }
    id = ByteRange(start: at, count: Int(idSize))
    at += Int(idSize)
    guard let restSize = bytes.varint(&at), restSize <= bytes.count - at else { return nil }
    restOfKey = ByteRange(start: at, count: Int(restSize))
    at += Int(restSize)
    guard let forwardSize = bytes.varint(&at), forwardSize <= bytes.count - at else { return nil }
    forward = ByteRange(start: at, count: Int(forwardSize))
  }
}
