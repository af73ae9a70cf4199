package import FootlightPlatform

/// The columns whose values put the hits of some segments together.
///
/// A document belongs to the group of its only code or, of a list, of the lowest one: that of the value that comes first.
/// Codes are compared within a segment; values are looked up where segments meet.
package struct GroupColumns {
  /// What puts the hits of one segment together.
  private struct Grouping {
    var attribute: String
    /// The values; nil where there are none, or the domain is the value.
    var column: Column?
    var reader: ColumnReader?
    /// The only value.
    var domain: FacetKey?
  }

  /// The name that stands for the domain of an item; no attribute has it.
  package static let domainName = "domain"

  private var segments: [Grouping?] = []

  package init(_ request: SearchRequest, _ queries: [SegmentQuery]) throws(Failure) {
    for query in queries {
      guard let name = request.distinct[query.domain] else {
        segments.append(nil)
        continue
      }
      var grouping = Grouping(attribute: name)
      if name == GroupColumns.domainName {
        grouping.domain = .text(Array(query.domain.utf8))
      } else if let column = try query.stored.column(name) {
        grouping.column = column
        grouping.reader = ColumnReader(column)
      }
      segments.append(grouping)
    }
  }

  /// How many segments there are.
  var count: Int { segments.count }

  /// The column of a segment whose codes are its groups; nil where every document is one, or all are the same.
  func column(_ segment: Int) -> Column? { segments[segment]?.column }

  /// The code of a document in its segment; 0 where it has no value.
  mutating func code(_ segment: Int, _ document: UInt32) throws(Failure) -> UInt64 {
    guard segments[segment]?.domain == nil else { return 1 }
    return try segments[segment]?.reader?.code(of: document, isHighest: false) ?? 0
  }

  /// The group of a document.
  package mutating func key(_ segment: Int, _ document: UInt32) throws(Failure) -> GroupKey {
    let code = try code(segment, document)
    guard code != 0, let key = try keys(segment, [code]).first else {
      return .alone(segment: segment, document: document)
    }
    return key
  }

  /// The groups of some codes of a segment, which ascend.
  func keys(
    _ segment: Int, _ codes: [UInt64], _ bounds: SearchBounds? = nil
  ) throws(Failure) -> [GroupKey] {
    guard let grouping = segments[segment] else { return [] }
    if let domain = grouping.domain { return [.value(attribute: grouping.attribute, domain)] }
    guard let column = grouping.column else { return [] }
    var keys: [GroupKey] = []
    keys.reserveCapacity(codes.count)
    try FacetCounter.forEachValue(of: (column, codes.map { ($0, 1) }), bounds) { key, _, _ in
      keys.append(.value(attribute: grouping.attribute, key))
    }
    return keys
  }

  /// The code of a group in a segment; nil where no document of it belongs to the group by a value.
  func code(of key: GroupKey, in segment: Int) throws(Failure) -> UInt64? {
    guard case .value(let attribute, let value) = key, let grouping = segments[segment],
      grouping.attribute == attribute
    else { return nil }
    if let domain = grouping.domain { return domain == value ? 1 : nil }
    guard let column = grouping.column, column.highest > 0 else { return nil }
    let code: UInt64
    switch value {
    case .text(let folded):
      guard column.isText else { return nil }
      var text = ByteArena(capacity: folded.count)
      text.append(folded)
      code = try column.texts.first(notBelow: text)
    case .number(let number): code = column.code(of: number)
    case .boolean(let truth): code = column.code(of: truth ? 1 : 0)
    case .date(let seconds): code = column.code(of: Double(seconds))
    }
    // The first one that is not below it is another value where the segment lacks it.
    guard code > 0, code <= column.highest else { return nil }
    return try keys(segment, [code]).first == key ? code : nil
  }

  /// Calls `body` with documents of a segment, ascending, and the code of each.
  @inline(__always)
  func forEach(
    _ segment: Int, _ documents: Bitmap, _ body: (UInt32, UInt64) -> Void
  ) throws(Failure) {
    guard segments[segment]?.domain == nil, let column = segments[segment]?.column else {
      let code: UInt64 = segments[segment]?.domain == nil ? 0 : 1
      documents.forEach { document in
        body(document, code)
        return true
      }
      return
    }
    try column.forEachLowest(of: documents, body)
  }
}

extension Column {
  /// The first code whose number is not below one; above all codes where there is none.
  fileprivate func code(of worth: Double) -> UInt64 {
    guard !isText else { return 0 }
    return number.first(notBelow: worth, highest: highest) ?? highest + 1
  }
}
