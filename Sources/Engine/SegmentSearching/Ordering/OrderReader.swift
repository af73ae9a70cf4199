import FootlightPlatform
import TextAnalysis

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

/// Reads how far documents are from a place: by the nearest of the places that they have.
struct DistanceReader {
  private let circle: PlaceCircle
  private let columns: [Column]
  private var readers: [ColumnReader]

  /// Above the haversine of every distance.
  static let highest: UInt64 = 1 << 63

  init(from origin: Place, _ columns: [Column]) {
    circle = PlaceCircle(origin, haversine: DistanceReader.highest)
    self.columns = columns
    readers = columns.map { ColumnReader($0) }
  }

  /// The haversine of the distance; nil where a document has no place.
  mutating func haversine(of document: UInt32) throws(Failure) -> UInt64? {
    var nearest: UInt64?
    for place in readers.indices {
      let code = try readers[place].code(of: document, isHighest: false)
      guard code != 0 else { continue }
      let bits = columns[place].number.worth(code).bitPattern
      guard let there = CurveCode.place(bits) else { continue }
      let haversine = circle.haversine(to: there)
      nearest = min(nearest ?? haversine, haversine)
    }
    return nearest
  }
}

extension Bitmap {
  /// Those of some documents that are nearest to a place, `count` of them at least, if so many have one.
  ///
  /// Circles are drawn around it, each four times as wide, until one holds enough: the distances of all others need not
  /// be worked out.
  func nearest(
    to origin: Place, _ columns: [Column], of stored: Segment, count wanted: Int,
    _ bounds: SearchBounds?
  ) throws(Failure) -> Bitmap {
    guard count > Swift.max(wanted, 4_096) else { return self }
    let finder = PlaceFinder(stored, columns, bounds)
    var metres: UInt64 = 500
    while metres < Haversine.furthest {
      let haversine = Haversine.of(millimetres: metres * 1_000)
      var near = try finder.documents(in: .circle(PlaceCircle(origin, haversine: haversine)))
      near.formIntersection(self)
      if near.count >= wanted { return near }
      metres *= 4
    }
    return self
  }
}
