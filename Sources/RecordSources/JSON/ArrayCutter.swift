import DomainDeclarations

/// Cuts a JSON document that holds an array of records: the document itself, or an array within
/// it at a path of keys.
struct ArrayCutter: RecordCutter {
  /// The keys that lead to the array.
  let path: [String]
  var phase = Phase.before

  enum Phase: Sendable {
    /// The array has not begun.
    case before
    /// An element may begin, or the array end.
    case first
    /// An element must begin: a comma stands before it.
    case element
    /// The array has ended; what follows is structure, and this deep in it.
    case behind(TailScan)
  }

  init(path: [String] = []) {
    self.path = path
  }

  mutating func cut(
    _ bytes: Span<UInt8>, _ count: Int, isLast: Bool, into records: inout RecordRanges
  ) throws(CutDamage) -> Int {
    var taken = 0
    if case .before = phase {
      guard let start = try beginning(bytes, count, isLast: isLast) else { return 0 }
      taken = start
      phase = .first
    }
    while true {
      if case .behind(var tail) = phase {
        try tail.scan(bytes, from: taken, to: count)
        if isLast { try tail.finish(count) }
        phase = .behind(tail)
        return count
      }
      guard let next = try element(bytes, taken, count, into: &records) else {
        if isLast { throw cutOff(bytes, taken, count) }
        return taken
      }
      taken = next
    }
  }

  /// Cuts the element that begins at `start` and what stands behind it, a comma or the end of the
  /// array; nil when it goes on behind the block.
  private mutating func element(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, into records: inout RecordRanges
  ) throws(CutDamage) -> Int? {
    var from = start
    while from < count, isSpace(bytes[from]) { from &+= 1 }
    guard from < count else { return nil }
    if case .first = phase, bytes[from] == UInt8(ascii: "]") {
      phase = .behind(TailScan(depth: path.count))
      return from &+ 1
    }
    guard let stop = bytes.endOfElement(from: from, to: count) else { return nil }
    var end = stop
    while end > from, isSpace(bytes[end &- 1]) { end &-= 1 }
    // An empty range is an element that is missing between two commas: a bad record.
    records.append(from: from, to: end)
    if bytes[stop] == UInt8(ascii: "]") {
      phase = .behind(TailScan(depth: path.count))
    } else if bytes[stop] == UInt8(ascii: "}") {
      throw CutDamage(
        offset: stop, message: "the array is closed by a brace",
        remedy: "look for a bracket or a quote that is not closed before this place")
    } else {
      phase = .element
    }
    return stop &+ 1
  }

  private func cutOff(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> CutDamage {
    var from = start
    while from < count, isSpace(bytes[from]) { from &+= 1 }
    return CutDamage(
      offset: from,
      message: from < count
        ? "the file ends within the record that begins here" : "the file ends within the array",
      remedy: "check that the file is complete")
  }
}

/// Whether JSON reads a byte as white space.
@inline(__always)
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}
