import DeclaredRecords
package import FootlightPlatform

/// A span of time in which a document matters more than its equals.
package struct RelevantWindow: Sendable {
  package var document: UInt32
  /// Seconds since 1970: from the first on, before the second.
  package var from: Int64
  package var to: Int64
}

/// Attributes for the segment's own use, which no query can name.
package struct ReservedColumns: Sendable {
  /// The documents that only their owner sees; nil when there are none.
  package var hidden: Bitmap?
  /// The windows, by document.
  package var windows: [RelevantWindow] = []
}

extension IndexedAttribute {
  /// Whether an index keeps it for its own use: no query can name it, and no answer shows it.
  package var isReserved: Bool { name.hasPrefix("(") }

  /// Whether its value decides in which shard a document lies.
  package var isShardKey: Bool { name == "(shard)" }

  /// Whether documents with a value of it are for their owner alone.
  package var isPrivate: Bool { name == IndexedAttribute.isPrivate }

  static let isPrivate = "(private)"
  static let from = "(from)"
  static let to = "(to)"
}

extension Segment {
  /// The column of an attribute, if the domain has it.
  package func column(_ name: String) throws(Failure) -> Column? {
    guard let ordinal = attributes.firstIndex(where: { $0.name == name }) else { return nil }
    return try columns()[ordinal]
  }

  /// The columns of places that a condition or an order means: that of an attribute, or all of them by the names that
  /// stand for whichever places an item has.
  package func placeColumns(_ name: String) throws(Failure) -> [Column] {
    if let ordinal = attributes.firstIndex(where: { $0.name == name }) {
      return attributes[ordinal].kind == .place ? [try columns()[ordinal]] : []
    }
    guard AttributeFilter.placeNames.contains(name) else { return [] }
    return try columns().filter { $0.attribute.kind == .place }
  }

  /// The places of all attributes.
  package var placeRows: PlaceRows { PlaceRows(chunks) }

  /// The documents that are within their windows, ascending.
  package func documentsInWindow(_ now: Int64) throws(Failure) -> [UInt32] {
    try reserved().windows.filter { $0.from <= now && now < $0.to }.map(\.document)
  }

  /// Reads what is kept for the segment's own use.
  func readReserved() throws(Failure) -> ReservedColumns {
    var found = ReservedColumns()
    guard attributes.contains(where: \.isReserved) else { return found }
    if let column = try column(IndexedAttribute.isPrivate) {
      var hidden = Bitmap(size: header.items)
      var isEmpty = true
      try column.forEach { document, _ in
        hidden.insert(Int(document))
        isEmpty = false
        return true
      }
      if !isEmpty { found.hidden = hidden }
    }
    guard let from = try column(IndexedAttribute.from), let to = try column(IndexedAttribute.to)
    else { return found }
    // Without a beginning or an end it is open there; without both there is no window.
    var begins: [UInt32: Int64] = [:]
    try from.forEach { document, code in
      begins[document] = moment(from.number.worth(code))
      return true
    }
    try to.forEach { document, code in
      let end = moment(to.number.worth(code))
      found.windows.append(
        RelevantWindow(
          document: document, from: begins.removeValue(forKey: document) ?? .min, to: end))
      return true
    }
    found.windows += begins.map { RelevantWindow(document: $0.key, from: $0.value, to: .max) }
    found.windows.sort { $0.document < $1.document }
    return found
  }
}

/// A stored number as a moment; what lies beyond all moments is the first or the last one.
private func moment(_ number: Double) -> Int64 {
  let seconds = number.rounded()
  return Int64(exactly: seconds) ?? (seconds > 0 ? .max : .min)
}
