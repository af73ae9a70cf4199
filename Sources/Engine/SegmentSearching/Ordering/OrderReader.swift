import FootlightPlatform
import SegmentFiles

/// Reads what an order compares of the documents of a segment, as numbers of which the lower comes first.
struct OrderReader {
  /// A value in the form in which it is compared with those of other segments.
  enum Value {
    case missing
    case number(Double)
    /// How far it is, as a number that grows with the distance.
    case distance(UInt64)
    case text([UInt8])
    /// The beginning of a title's sort key.
    case title(UInt64)
  }

  /// The bits of a document's order key that are the first six bytes of its title's sort key.
  private static let titleBits: UInt64 = 0xFFFF_FFFF_FFFF

  let isTitle: Bool
  private let isDescending: Bool
  private let stored: Segment
  private let column: Column?
  private var reader: ColumnReader?
  private var distance: DistanceReader?

  init(_ order: AttributeOrder, _ stored: Segment) throws(Failure) {
    isTitle = order.name == AttributeOrder.titleName
    isDescending = order.isDescending
    self.stored = stored
    distance = try order.origin.map { (origin) throws(Failure) in
      DistanceReader(from: origin, try stored.placeColumns(order.name))
    }
    column = isTitle || order.origin != nil ? nil : try stored.column(order.name)
    reader = column.map { ColumnReader($0) }
  }

  /// The number of a document; `max` where it has no value.
  ///
  /// Of a list the value counts that comes first. Equal numbers are equal values, but for titles, which may differ
  /// in what follows.
  mutating func key(of document: UInt32) throws(Failure) -> UInt64 {
    if isTitle {
      let key = try stored.order(document) & OrderReader.titleBits
      return isDescending ? OrderReader.titleBits - key : key
    }
    if let haversine = try distance?.haversine(of: document) {
      return isDescending ? DistanceReader.highest - haversine : haversine
    }
    guard let column, let code = try reader?.code(of: document, isHighest: isDescending), code != 0
    else { return .max }
    return isDescending ? column.highest - code : code
  }

  /// The value of a number.
  func value(_ key: UInt64) throws(Failure) -> Value {
    if isTitle { return .title(key) }
    if distance != nil { return key == .max ? .missing : .distance(key) }
    guard let column, key != .max else { return .missing }
    let code = isDescending ? column.highest - key : key
    return column.isText
      ? .text(try column.texts.folded(code)) : .number(column.number.worth(code))
  }
}
