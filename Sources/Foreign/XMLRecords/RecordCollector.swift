import FootlightPlatform

/// Takes what a parser meets, and collects the elements of one record after the other.
@safe
struct RecordCollector: ~Copyable {
  /// A record that is complete, as JSON, or why it is none.
  struct Found {
    var line: Int
    var json: ByteRange
    var isTooLarge = false
  }

  /// The most elements within one another.
  static var depthLimit: Int { 256 }

  /// The form of a record's JSON.
  enum Writing {
    /// The names of elements and attributes in the file.
    case fields
    /// The fields of an entry of a feed.
    case feedEntries
  }

  private let path: RecordPath
  private let writing: Writing
  /// The elements within a record that are records themselves; empty for none.
  private let nested: [UInt8]
  /// The lines on which open records within records begin.
  private var nestedLines: [Int] = []
  private var tree = ElementTree()
  /// How deep the parser is, and how many steps of the path lead there.
  private var depth = 0
  private var matched = 0
  private var line = 0
  private var isTooLarge = false
  /// Whether elements are deeper than they may be.
  private(set) var isTooDeep = false
  /// The records since the last piece.
  private(set) var found: [Found] = []
  private(set) var json = ByteArena(capacity: 1 << 16)
  /// Asks the parser where it stands, and stops it.
  var lineOf: () -> Int = { 0 }
  var stop: () -> Void = {}

  init(
    _ path: RecordPath, _ writing: Writing, nested: [UInt8] = [],
    _ selections: [ElementSelection] = []
  ) {
    tree.selections = selections
    self.path = path
    self.nested = nested
    self.writing = writing
  }

  /// Hands over the records since the last piece.
  mutating func take(
    _ body: (borrowing ByteArena, Found) throws(Failure) -> Void
  ) throws(Failure) {
    for record in found { try body(json, record) }
    found.removeAll(keepingCapacity: true)
    json.removeAll(keepingAtMost: 1 << 20)
  }

  /// An element begins; true when its attributes are wanted.
  mutating func begin(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    depth += 1
    if depth > RecordCollector.depthLimit {
      isTooDeep = true
      stop()
      return false
    }
    var isPart = false
    if !tree.isOpen {
      guard unsafe isRecord(name) else { return false }
      line = lineOf()
      isTooLarge = false
    } else if !nested.isEmpty {
      isPart = unsafe RecordPath.matches(name, nested)
    }
    if isPart { nestedLines.append(lineOf()) }
    if isTooLarge {
      // Only what opens and closes is counted.
      if isPart { tree.beginPart([UInt8]().span) } else { tree.begin([UInt8]().span) }
      return false
    }
    if isPart { unsafe tree.beginPart(name.span) } else { unsafe tree.begin(name.span) }
    return true
  }

  /// Whether an element outside of all records is one.
  private mutating func isRecord(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard path.isFromRoot else {
      return path.names.contains { unsafe RecordPath.matches(name, $0) }
    }
    guard matched == depth - 1, matched < path.names.count,
      unsafe RecordPath.matches(name, path.names[matched])
    else { return false }
    matched += 1
    return matched == path.names.count
  }

  mutating func attribute(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    guard tree.isOpen, !isTooLarge else { return }
    unsafe tree.attribute(name.span, value.span)
    checkSize()
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard tree.isOpen, !isTooLarge else { return }
    unsafe tree.text(bytes.span)
    checkSize()
  }

  private mutating func checkSize() {
    if tree.size > RecordPrinter.recordLimit { isTooLarge = true }
  }

  mutating func end() {
    if let part = tree.endPart() {
      write(Int(part.node), line: nestedLines.popLast() ?? line)
      tree.cut(part)
    } else if tree.isOpen, tree.end() {
      write(0, line: line)
      tree.removeAll()
    }
    depth -= 1
    matched = min(matched, depth)
  }

  /// Writes an element that has ended as a record.
  private mutating func write(_ root: Int, line: Int) {
    let start = json.count
    if !isTooLarge {
      switch writing {
      case .fields: isTooLarge = !tree.appendRecord(root, to: &json)
      case .feedEntries: isTooLarge = !tree.appendFeedEntry(to: &json)
      }
    }
    if isTooLarge { json.truncate(to: start) }
    found.append(
      Found(
        line: line, json: ByteRange(start: start, count: json.count - start),
        isTooLarge: isTooLarge))
  }
}

/// Which elements are records: `entry`, at any depth and outermost, or `/JMdict/entry`, from the root on.
///
/// `*` is any name, so `/*` is the root whatever it is called. A name without a prefix also stands for one with any prefix.
package struct RecordPath: Sendable, Hashable {
  /// The names: those of the steps from the root on, or else any of which is a record's.
  let names: [[UInt8]]
  /// Whether the first name is that of the root.
  let isFromRoot: Bool

  /// Reads a path; nil when the text is no path.
  package init?(_ text: String) {
    isFromRoot = text.hasPrefix("/")
    let parts = (isFromRoot ? text.dropFirst() : text[...])
      .split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty }), isFromRoot || parts.count == 1,
      parts.count <= 256
    else { return nil }
    names = parts.map { Array($0.utf8) }
  }

  /// Elements of any of these names, outermost.
  init(anyOf names: [String]) {
    isFromRoot = false
    self.names = names.map { Array($0.utf8) }
  }

  /// Whether a name as it is written is the one of a step.
  static func matches(_ written: UnsafeBufferPointer<UInt8>, _ name: [UInt8]) -> Bool {
    if unsafe written.elementsEqual(name) || name == [UInt8(ascii: "*")] { return true }
    guard !name.contains(UInt8(ascii: ":")),
      let colon = unsafe written.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return unsafe written[(colon + 1)...].elementsEqual(name)
  }
}
