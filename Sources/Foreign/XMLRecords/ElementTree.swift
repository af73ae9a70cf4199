import FootlightPlatform

/// The elements of one record: what there is, in the order in which it was written.
///
/// Texts stand one after the other, so that the text of an element with all that is in it is one range.
struct ElementTree: ~Copyable {
  /// An element or an attribute.
  struct Node {
    var name: Int32
    var isAttribute = false
    /// Whether it holds text of its own that is more than white space.
    var hasText = false
    var start: Int
    var end: Int
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    /// The next node of the same name below the same element; found when the record is written.
    var nextAlike: Int32 = -1
    var isFirstAlike = true
  }

  /// An element that is a record within another one, and where the tree ended before it began.
  struct Part {
    let node: Int32
    fileprivate let values: Int
    fileprivate let before: Int32
  }

  private(set) var nodes: [Node] = []
  private(set) var texts = ByteArena(capacity: 1 << 14)
  private(set) var values = ByteArena(capacity: 1 << 12)
  var names = NameTable()
  private var open: [Int32] = []
  /// The open elements within the record that are records themselves.
  private var parts: [Part] = []
  /// The elements that are wanted by an attribute.
  var selections: [ElementSelection] = []
  /// Where the JSON of a record has to end.
  var limit = 0

  /// How much the record holds.
  var size: Int { texts.count + values.count + nodes.count * 8 }

  /// Whether a record is open.
  var isOpen: Bool { !open.isEmpty }

  /// How deep the innermost element is below the record.
  var depth: Int { open.count }

  /// Forgets the record; names stay, unless they are so many that they must be data.
  mutating func removeAll() {
    if names.count > 1 << 14 { names = NameTable() }
    nodes.removeAll(keepingCapacity: nodes.capacity < 1 << 16)
    texts.removeAll(keepingAtMost: 1 << 20)
    values.removeAll(keepingAtMost: 1 << 20)
    open.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  /// An element begins.
  mutating func begin(_ name: borrowing Span<UInt8>) {
    let number = add(Node(name: names.number(of: name), start: texts.count, end: texts.count))
    open.append(number)
  }

  /// An element begins that is a record of its own.
  mutating func beginPart(_ name: borrowing Span<UInt8>) {
    let before = open.last.map { nodes[Int($0)].lastChild } ?? -1
    begin(name)
    parts.append(
      Part(node: Int32(truncatingIfNeeded: nodes.count - 1), values: values.count, before: before))
  }

  /// The innermost element, where it is a record within another one; it has ended then.
  mutating func endPart() -> Part? {
    guard let part = parts.last, open.last == part.node else { return nil }
    _ = end()
    return parts.popLast()
  }

  /// Forgets what has ended: the element around it holds nothing of it.
  mutating func cut(_ part: Part) {
    let start = nodes[Int(part.node)].start
    nodes.removeSubrange(Int(part.node)...)
    texts.truncate(to: start)
    values.truncate(to: part.values)
    guard let around = open.last.map(Int.init) else { return }
    nodes[around].lastChild = part.before
    if part.before >= 0 {
      nodes[Int(part.before)].next = -1
    } else {
      nodes[around].firstChild = -1
    }
  }

  /// The element that has just begun has an attribute.
  mutating func attribute(_ name: borrowing Span<UInt8>, _ value: borrowing Span<UInt8>) {
    let start = values.count
    values.append(value)
    _ = add(
      Node(
        name: names.number(of: name), isAttribute: true, hasText: true, start: start,
        end: values.count))
  }

  private mutating func add(_ node: Node) -> Int32 {
    let number = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(node)
    if let parent = open.last.map(Int.init) {
      let last = Int(nodes[parent].lastChild)
      if last >= 0 { nodes[last].next = number } else { nodes[parent].firstChild = number }
      nodes[parent].lastChild = number
    }
    return number
  }

  /// Text stands in the innermost element.
  mutating func text(_ bytes: borrowing Span<UInt8>) {
    guard let innermost = open.last.map(Int.init) else { return }
    if !nodes[innermost].hasText {
      for at in bytes.indices where !bytes[at].isSpace {
        nodes[innermost].hasText = true
        break
      }
    }
    texts.append(bytes)
  }

  /// The innermost element ends; true when that was the record.
  mutating func end() -> Bool {
    guard let innermost = open.popLast().map(Int.init) else { return false }
    nodes[innermost].end = texts.count
    return open.isEmpty
  }

  /// Links the children of a node that have the same name; the first of each is marked.
  mutating func linkAlike(_ parent: Int) {
    names.forgetMarks()
    var child = Int(nodes[parent].firstChild)
    while child >= 0 {
      let name = Int(nodes[child].name)
      if let before = names.mark(of: name) {
        nodes[before].nextAlike = Int32(truncatingIfNeeded: child)
        nodes[child].isFirstAlike = false
      }
      names.setMark(of: name, child)
      child = Int(nodes[child].next)
    }
  }
}

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
    if appendPairs(of: parent, to: &json, isFirst: &isFirst) { return }
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
    for selection in selections where json.count <= limit {
      let chosen = children(of: parent, chosenBy: selection)
      guard let first = chosen.first else { continue }
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      json.append(json: selection.key)
      json.append(UInt8(ascii: ":"))
      if chosen.count == 1 {
        appendValue(first, to: &json)
        continue
      }
      for (index, node) in chosen.enumerated() {
        json.append(UInt8(ascii: index == 0 ? "[" : ","))
        appendValue(node, to: &json)
      }
      json.append(UInt8(ascii: "]"))
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

  mutating func appendValue(_ node: Int, to json: inout ByteArena) {
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
  func appendText(_ node: Int, to json: inout ByteArena) {
    let (start, end) = (nodes[node].start, nodes[node].end)
    let range = ByteRange(start: start, count: end - start)
    if nodes[node].isAttribute {
      json.append(jsonTrimmed: values, range)
    } else {
      json.append(jsonTrimmed: texts, range)
    }
  }
}
