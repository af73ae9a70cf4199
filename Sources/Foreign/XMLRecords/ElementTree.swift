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
      for at in bytes.indices where !isSpace(bytes[at]) {
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

/// Whether a byte is white space of XML.
@inline(__always)
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
}
