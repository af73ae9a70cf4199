import DeclaredRecords
import FootlightPlatform
import TextAnalysis

extension Column {
  /// The codes that a filter asks for, as ranges.
  ///
  /// None when no value can match or none makes sense for the type. They are in order, and none
  /// touches another.
  ///
  /// - Complexity: n log n in the values of the filter.
  func codes(
    for filter: AttributeFilter, _ bounds: SearchBounds? = nil
  ) throws(Failure) -> [ClosedRange<UInt64>] {
    try Column.joined(unordered(filter, bounds))
  }

  /// Ranges in order, those that touch each other as one.
  static func joined(_ ranges: [ClosedRange<UInt64>]) -> [ClosedRange<UInt64>] {
    var joined: [ClosedRange<UInt64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound &+ 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  private func unordered(
    _ filter: AttributeFilter, _ limits: SearchBounds?
  ) throws(Failure) -> [ClosedRange<UInt64>] {
    guard highest > 0 else { return [] }
    switch filter.condition {
    case .compared(let comparison, let value):
      guard let bounds = try bounds(value) else { return [] }
      switch comparison {
      case .below: return clamped(1, bounds.first)
      case .atMost: return clamped(1, bounds.behind)
      case .above: return clamped(bounds.behind, highest + 1)
      case .atLeast: return clamped(bounds.first, highest + 1)
      }
    case .oneOf(let values):
      var ranges: [ClosedRange<UInt64>] = []
      for (number, value) in values.enumerated() {
        if number & 0x3F == 0 { try limits?.check() }
        switch value {
        case .equal(let text):
          guard let bounds = try bounds(text) else { continue }
          ranges += clamped(bounds.first, bounds.behind)
        case .range(let low, let high):
          var first: UInt64 = 1
          var behind = highest + 1
          if let low {
            guard let bounds = try bounds(low) else { continue }
            first = bounds.first
          }
          if let high {
            guard let bounds = try bounds(high) else { continue }
            behind = bounds.behind
          }
          ranges += clamped(first, behind)
        }
      }
      return ranges
    }
  }

  private func clamped(_ first: UInt64, _ behind: UInt64) -> [ClosedRange<UInt64>] {
    first < behind ? [first...(behind - 1)] : []
  }

  /// The first code that is not below a value, and the first after it; nil when the value makes no
  /// sense for the type.
  private func bounds(_ value: String) throws(Failure) -> (first: UInt64, behind: UInt64)? {
    switch attribute.kind {
    case .text, .listElement:
      let text = ByteArena(value)
      var folded = ByteArena(capacity: 64)
      Analyzer().appendFolded(of: text, text.all, into: &folded)
      return (
        try texts.first(notBelow: folded), try texts.first(notBelow: folded, above: true)
      )
    case .number:
      return AttributeText.number(value).map { numbers($0, $0) }
    case .boolean:
      return AttributeText.boolean(value).map { $0 ? numbers(1, 1) : numbers(0, 0) }
    case .date:
      guard let interval = AttributeText.interval(value) else { return nil }
      // Dates are whole seconds: the last one of the interval belongs to it.
      return numbers(Double(interval.lowerBound), Double(interval.upperBound - 1))
    case .place:
      // Places are looked for in areas.
      return nil
    }
  }

  private func numbers(_ low: Double, _ high: Double) -> (first: UInt64, behind: UInt64) {
    (
      number.first(notBelow: low, highest: highest) ?? highest + 1,
      number.first(notBelow: high, above: true, highest: highest) ?? highest + 1
    )
  }

  /// The documents that have one of the codes; every document is looked at.
  ///
  /// - Parameter ranges: in order, without one that touches another.
  /// - Complexity: documents · log of the ranges.
  func documents(
    with ranges: [ClosedRange<UInt64>], _ bounds: SearchBounds? = nil
  ) throws(Failure) -> Bitmap {
    var found = Bitmap(size: items)
    guard let first = ranges.first else { return found }
    guard ends == nil, ranges.count == 1 else {
      try forEach(bounds) { document, code in
        if ranges.holds(code) { found.insert(Int(document)) }
        return true
      }
      return found
    }
    let low = first.lowerBound
    let width = first.upperBound - low
    var cursor = ColumnTrackCursor(codes)
    for word in 0..<(items + 63) / 64 {
      if word & 0x3FF == 0 { try bounds?.check() }
      var bits: UInt64 = 0
      for bit in 0..<min(64, items - word * 64) where try cursor.next() &- low <= width {
        bits |= 1 << UInt64(bit)
      }
      found.set(bits, at: word)
    }
    return found
  }
}

extension [ClosedRange<UInt64>] {
  /// Whether one of the ranges, which are in order, holds a code.
  fileprivate func holds(_ code: UInt64) -> Bool {
    let place = indices.partitionPoint { self[$0].upperBound < code }
    return place < count && self[place].lowerBound <= code
  }
}
