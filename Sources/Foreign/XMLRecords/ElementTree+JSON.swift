import FootlightPlatform

extension ElementTree {
  /// Appends the record as an object: attributes and elements are fields, repeated ones lists.
  ///
  /// An element that holds text is that text with all that stands within it; its attributes go beside
  /// it, as `name@attribute`. The text of the record itself is the field `text`.
  ///
  /// False, with a part of it appended, when it becomes too large: the attributes of many elements do,
  /// since an element without one has a `null` in its place.
  mutating func appendRecord(_ root: Int = 0, to json: inout ByteArena) -> Bool {
    limit = json.count + RecordPrinter.recordLimit
    json.append(UInt8(ascii: "{"))
    var isFirst = true
    appendMembers(of: root, to: &json, isFirst: &isFirst)
    if nodes[root].hasText {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      json.append("\"text\":")
      appendText(root, to: &json)
    }
    json.append(UInt8(ascii: "}"))
    return json.count <= limit
  }

  private mutating func appendMembers(
    of parent: Int, to json: inout ByteArena, isFirst: inout Bool
  ) {
    linkAlike(parent)
    var child = Int(nodes[parent].firstChild)
    while child >= 0, json.count <= limit {
      if nodes[child].isFirstAlike {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        appendKey(nodes[child].name, to: &json)
        appendAlike(child, to: &json)
        appendAttributes(besides: child, to: &json)
      }
      child = Int(nodes[child].next)
    }
  }

  /// Appends a node and those of the same name: one value, or a list.
  private mutating func appendAlike(_ first: Int, to json: inout ByteArena) {
    guard nodes[first].nextAlike >= 0 else { return appendValue(first, to: &json) }
    var separator = UInt8(ascii: "[")
    var node = first
    while node >= 0 {
      json.append(separator)
      separator = UInt8(ascii: ",")
      // Writing what is in it changes the links below it alone.
      let next = Int(nodes[node].nextAlike)
      appendValue(node, to: &json)
      node = next
    }
    json.append(UInt8(ascii: "]"))
  }

  private mutating func appendValue(_ node: Int, to json: inout ByteArena) {
    if nodes[node].hasText {
      appendText(node, to: &json)
    } else if nodes[node].firstChild < 0 {
      json.append("null")
    } else {
      json.append(UInt8(ascii: "{"))
      var isFirst = true
      appendMembers(of: node, to: &json, isFirst: &isFirst)
      json.append(UInt8(ascii: "}"))
    }
  }

  /// Appends the attributes of elements that are texts, each under a key of its own.
  private mutating func appendAttributes(besides first: Int, to json: inout ByteArena) {
    var keys: [Int32] = []
    var node = first
    while node >= 0 {
      eachAttribute(of: node) { name, _ in
        if !keys.contains(name), keys.count < 64 { keys.append(name) }
      }
      node = Int(nodes[node].nextAlike)
    }
    for key in keys {
      json.append(",\"")
      appendName(nodes[first].name, to: &json)
      json.append(UInt8(ascii: "@"))
      appendName(key, to: &json)
      json.append("\":")
      let isList = nodes[first].nextAlike >= 0
      if isList { json.append(UInt8(ascii: "[")) }
      var node = first
      while node >= 0, json.count <= limit {
        if node != first { json.append(UInt8(ascii: ",")) }
        var value: Int?
        eachAttribute(of: node) { name, attribute in
          if name == key { value = attribute }
        }
        if let value { appendText(value, to: &json) } else { json.append("null") }
        node = Int(nodes[node].nextAlike)
      }
      if isList { json.append(UInt8(ascii: "]")) }
    }
  }

  /// The attributes of an element that holds text; they come before all else in it.
  private func eachAttribute(of node: Int, _ body: (Int32, Int) -> Void) {
    guard nodes[node].hasText, !nodes[node].isAttribute else { return }
    var child = Int(nodes[node].firstChild)
    while child >= 0, nodes[child].isAttribute {
      body(nodes[child].name, child)
      child = Int(nodes[child].next)
    }
  }

  private func appendKey(_ name: Int32, to json: inout ByteArena) {
    json.append(UInt8(ascii: "\""))
    appendName(name, to: &json)
    json.append("\":")
  }

  /// A name holds nothing that JSON escapes.
  private func appendName(_ name: Int32, to json: inout ByteArena) {
    names.append(name, to: &json)
  }

  /// Appends the text of a node, without white space around it.
  private func appendText(_ node: Int, to json: inout ByteArena) {
    let (start, end) = (nodes[node].start, nodes[node].end)
    let range = ByteRange(start: start, count: end - start)
    if nodes[node].isAttribute {
      json.append(jsonTrimmed: values, range)
    } else {
      json.append(jsonTrimmed: texts, range)
    }
  }
}
