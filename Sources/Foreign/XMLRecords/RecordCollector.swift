import FootlightDiagnostics
import FootlightPlatform
import ForeignRecords

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

  /// What the JSON of a record is.
  enum Writing {
    /// What elements and attributes are called in the file.
    case fields
    /// The fields of an entry of a feed.
    case feedEntries
  }

  private let path: RecordPath
  private let writing: Writing
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

  init(_ path: RecordPath, _ writing: Writing) {
    self.path = path
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
    if !tree.isOpen {
      guard unsafe isRecord(name) else { return false }
      line = lineOf()
      isTooLarge = false
    }
    if isTooLarge {
      // Only what opens and closes is counted.
      tree.begin([UInt8]().span)
      return false
    }
    unsafe tree.begin(name.span)
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
    if tree.isOpen, tree.end() {
      let start = json.count
      if !isTooLarge {
        switch writing {
        case .fields: isTooLarge = !tree.appendRecord(to: &json)
        case .feedEntries: isTooLarge = !tree.appendFeedEntry(to: &json)
        }
      }
      if isTooLarge { json.truncate(to: start) }
      found.append(
        Found(
          line: line, json: ByteRange(start: start, count: json.count - start),
          isTooLarge: isTooLarge))
      tree.removeAll()
    }
    depth -= 1
    matched = min(matched, depth)
  }
}
