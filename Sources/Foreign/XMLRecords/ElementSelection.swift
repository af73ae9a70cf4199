import FootlightPlatform

/// Elements that are wanted by an attribute: `datafield[tag=245]`, which is also the key that they stand under.
struct ElementSelection: Sendable, Hashable {
  let key: String
  let element: [UInt8]
  let attribute: [UInt8]
  let value: [UInt8]

  /// Reads an element, an attribute and its value, each behind a tab; nil when there are others.
  init?(_ text: Substring) {
    let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    key = "\(parts[0])[\(parts[1])=\(parts[2])]"
    element = Array(parts[0].utf8)
    attribute = Array(parts[1].utf8)
    value = Array(parts[2].utf8)
  }
}

extension ElementTree {
  /// The elements in an element that a selection wants.
  mutating func children(of parent: Int, chosenBy selection: ElementSelection) -> [Int] {
    let element = names.number(of: selection.element.span)
    let attribute = names.number(of: selection.attribute.span)
    var chosen: [Int] = []
    var child = Int(nodes[parent].firstChild)
    while child >= 0 {
      if nodes[child].name == element, !nodes[child].isAttribute {
        // Attributes come before all else in an element.
        var inner = Int(nodes[child].firstChild)
        while inner >= 0, nodes[inner].isAttribute {
          let range = ByteRange(
            start: nodes[inner].start, count: nodes[inner].end - nodes[inner].start)
          if nodes[inner].name == attribute, values.bytes(range) == selection.value {
            chosen.append(child)
            break
          }
          inner = Int(nodes[inner].next)
        }
      }
      child = Int(nodes[child].next)
    }
    return chosen
  }
}

extension ElementTree {
  /// Appends the members of a `dict` of a property list, in which a `key` names the element that follows it; false for any
  /// other element.
  ///
  /// Format: https://www.apple.com/DTDs/PropertyList-1.0.dtd
  mutating func appendPairs(
    of parent: Int, to json: inout ByteArena, isFirst: inout Bool
  ) -> Bool {
    let key = names.number(of: Array("key".utf8).span)
    guard nodes[parent].name == names.number(of: Array("dict".utf8).span) else { return false }
    var next = Int(nodes[parent].firstChild)
    guard next >= 0, alternates(from: next, key) else { return false }
    while next >= 0, json.count <= limit {
      let value = Int(nodes[next].next)
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      appendText(next, to: &json)
      json.append(UInt8(ascii: ":"))
      appendValue(value, to: &json)
      next = Int(nodes[value].next)
    }
    return true
  }

  /// Whether elements from one on are pairs of a key and another element.
  private func alternates(from first: Int, _ key: Int32) -> Bool {
    var next = first
    while next >= 0 {
      let value = Int(nodes[next].next)
      guard nodes[next].name == key, value >= 0, nodes[value].name != key else { return false }
      next = Int(nodes[value].next)
    }
    return true
  }
}
