import DeclaredRecords
import FootlightPlatform
import SegmentFiles

extension Run {
  /// Appends the values of the declared attributes to the forward record of the item.
  ///
  /// Shape: for each value its ordinal (varint), then the number of its text (varint) or its worth
  /// (8 bytes). Of an attribute that is no list the first value counts, and only those of the
  /// declared type.
  mutating func appendAttributes(
    _ item: borrowing ItemBuffer, _ declared: [IndexedAttribute]
  ) {
    var before = -1
    for value in item.attributes {
      let ordinal = Int(value.ordinal)
      guard ordinal < declared.count, declared[ordinal].kind == value.kind else { continue }
      switch value.kind {
      case .text, .listElement:
        guard value.kind == .listElement || ordinal != before else { continue }
        forward.append(varint: UInt64(ordinal))
        forward.append(varint: UInt64(values.intern(value.ordinal, item.bytes, value.text)))
      case .number, .boolean, .date, .place:
        guard ordinal != before, !value.worth.isNaN else { continue }
        values.note(value.ordinal, value.worth)
        forward.append(varint: UInt64(ordinal))
        forward.append(littleEndian: value.worth.bitPattern)
      }
      before = ordinal
    }
  }
}
