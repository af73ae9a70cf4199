/// Walks what stands around the records of a JSON document, byte by byte over any number of blocks,
/// finds the list or the object that holds the records, and checks all of it as RFC 8259 says.
struct DocumentScan: Sendable {
  /// The things that may come next.
  enum Expectation: Sendable, Hashable {
    case value
    /// After `[`: a value or the end.
    case firstElement
    /// After `{`: a key or the end.
    case firstKey
    case key
    case colon
    /// After a value: a comma or the end of what is open.
    case separator
    case text(TextState)
    case number(NumberState)
    /// Within `true`, `false` or `null`: the bytes that must follow.
    case word([UInt8])
  }

  /// The keys that lead to the records.
  let path: [[UInt8]]
  /// Whether an object may hold them, too.
  let takesObjects: Bool
  /// Whether it is one that holds them.
  private(set) var isKeyed = false
  /// The open containers, from outside to inside: whether each is an object.
  private var open: [Bool] = []
  var expectation = Expectation.value
  /// How many keys of the path have been followed.
  private var followed = 0
  /// Whether the value that comes is the one that the next key of the path names.
  private var isOnPath = true
  /// Whether the records have been passed.
  private var isBehind = false
  /// The key that is being read, decoded, as long as it can still be the wanted one.
  var key: [UInt8] = []
  var readsKey = false

  init(path: [String], takesObjects: Bool) {
    self.path = path.map { Array($0.utf8) }
    self.takesObjects = takesObjects
  }

  /// Goes on after the records.
  mutating func leaveArray() {
    isBehind = true
    expectation = .separator
  }

  /// Why a document cannot be read, and the offset in the block.
  struct Fault: Error {
    var fault: JSONFault
    var offset: Int
  }

  /// Looks at the bytes in `start ..< end`; returns the offset after the bracket or brace in
  /// front of the records, and nil when it is not among them.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(Fault) -> Int? {
    var at = start
    while at < end {
      let byte = bytes[at]
      do throws(JSONFault) {
        switch expectation {
        case .text(let state):
          if try !text(byte, state) { endText() }
        case .number(let state):
          if let next = try state.following(byte) {
            expectation = .number(next)
          } else {
            // The byte belongs to what follows the number.
            expectation = .separator
            continue
          }
        case .word(let rest):
          guard byte == rest.first else { throw .value }
          expectation = rest.count == 1 ? .separator : .word(Array(rest.dropFirst()))
        default:
          if isSpace(byte) { break }
          if try structure(byte) { return at &+ 1 }
        }
      } catch {
        throw Fault(fault: error, offset: at)
      }
      at &+= 1
    }
    return nil
  }

  /// Whether the document has ended and is whole.
  var isComplete: Bool { expectation == .separator && open.isEmpty }

  /// Whether anything but white space has come.
  var hasBegun: Bool { expectation != .value || !open.isEmpty }

  /// Takes a byte outside of texts, numbers and words; true when the records follow.
  private mutating func structure(_ byte: UInt8) throws(JSONFault) -> Bool {
    switch expectation {
    case .value, .firstElement:
      if byte == UInt8(ascii: "]"), expectation == .firstElement {
        try close(isObject: false)
        return false
      }
      return try value(byte)
    case .firstKey, .key:
      if byte == UInt8(ascii: "}"), expectation == .firstKey {
        try close(isObject: true)
        return false
      }
      guard byte == UInt8(ascii: "\"") else { throw .key }
      readsKey = true
      key.removeAll(keepingCapacity: true)
      expectation = .text(.plain)
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw .colon }
      expectation = .value
    default:
      guard let isObject = open.last else { throw .afterValue }
      switch byte {
      case UInt8(ascii: ","): expectation = isObject ? .key : .value
      case UInt8(ascii: "}") where isObject: try close(isObject: true)
      case UInt8(ascii: "]") where !isObject: try close(isObject: false)
      default: throw isObject ? .endOfObject : .endOfArray
      }
    }
    return false
  }

  private mutating func value(_ byte: UInt8) throws(JSONFault) -> Bool {
    let wasOnPath = isOnPath
    isOnPath = false
    if wasOnPath {
      if followed == path.count {
        isKeyed = byte == UInt8(ascii: "{")
        guard byte == UInt8(ascii: "[") || isKeyed && takesObjects else { throw .notTheArray }
        return true
      }
      guard byte == UInt8(ascii: "{") else { throw .noSuchKey }
    }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < jsonDepthLimit else { throw .depth }
      let isObject = byte == UInt8(ascii: "{")
      open.append(isObject)
      expectation = isObject ? .firstKey : .firstElement
    case UInt8(ascii: "\""):
      readsKey = false
      expectation = .text(.plain)
    case UInt8(ascii: "t"): expectation = .word(Array("rue".utf8))
    case UInt8(ascii: "f"): expectation = .word(Array("alse".utf8))
    case UInt8(ascii: "n"): expectation = .word(Array("ull".utf8))
    default:
      guard let state = NumberState(first: byte) else { throw .value }
      expectation = .number(state)
    }
    return false
  }

  private mutating func close(isObject: Bool) throws(JSONFault) {
    // The object that should hold the next key of the path ends without it.
    if !isBehind, open.count == followed &+ 1 { throw .noSuchKey }
    open.removeLast()
    expectation = .separator
  }

  /// A text has ended: a key or a value.
  private mutating func endText() {
    guard readsKey else {
      expectation = .separator
      return
    }
    expectation = .colon
    guard !isBehind, followed < path.count, open.count == followed &+ 1, key == path[followed]
    else { return }
    followed &+= 1
    isOnPath = true
  }
}
