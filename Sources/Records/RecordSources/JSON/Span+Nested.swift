import FootlightPlatform

extension Span where Element == UInt8 {
  /// Appends the object in `start ..< end`, and the objects of the list that it holds under `key`, however
  /// deep: each before those within it.
  ///
  /// Damaged objects are appended as they are; decoding tells what is wrong with them. Objects that stand
  /// deeper than a record may be are left to the one around them, which is refused for its depth.
  func appendNested(
    _ start: Int, _ end: Int, under key: [UInt8], depth: Int = 0, to records: inout RecordRanges
  ) {
    records.append(from: start, to: end)
    guard depth < JSONScanner.deepest, let list = list(key, from: start, to: end) else { return }
    var elements = ElementCursor(self, at: list)
    while let element = (try? elements.next(self, to: end)) ?? nil {
      guard !element.isEmpty, self[element.lowerBound] == UInt8(ascii: "{") else { continue }
      appendNested(
        element.lowerBound, element.upperBound, under: key, depth: depth &+ 1, to: &records)
    }
  }

  /// Whether a member has a name, as it is written.
  func isMember(_ member: Range<Int>, named key: [UInt8]) -> Bool {
    let name = member.lowerBound &+ 1
    return member.count > key.count &+ 2 && self[name &+ key.count] == UInt8(ascii: "\"")
      && key.indices.allSatisfy { self[name &+ $0] == key[$0] }
  }

  /// The offset of the list that an object holds under `key`; nil where it holds none.
  private func list(_ key: [UInt8], from start: Int, to end: Int) -> Int? {
    var found: Int?
    var members = ElementCursor(self, at: start)
    while let member = (try? members.next(self, to: end)) ?? nil {
      guard isMember(member, named: key),
        let value = valueOfMember(from: member.lowerBound, to: member.upperBound),
        self[value] == UInt8(ascii: "[")
      else { continue }
      found = value
    }
    return found
  }
}
