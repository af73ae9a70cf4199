import FootlightPlatform

/// Walks what stands around the records of a JSON document, over any number of blocks,
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
  }

  /// The keys that lead to the records.
  let path: [String]
  /// Whether an object may hold them, too.
  let takesObjects: Bool
  /// Whether it is one that holds them.
  private(set) var isKeyed = false
  /// The open containers, from outside to inside: whether each is an object.
  private var open: [Bool] = []
  private var expectation = Expectation.value
  /// How many keys of the path have been followed.
  private var followed = 0
  /// Whether the value that comes is the one that the next key of the path names.
  private var isOnPath = true
  /// Whether the records have been passed.
  private var isBehind = false
  /// Where the last look has ended: after all that was read whole.
  private(set) var reached = 0

  init(path: [String], takesObjects: Bool) {
    self.path = path
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
  ///
  /// A text, a number or a word that goes on behind `end` is not read: the next look begins with it.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(Fault) -> Int? {
    var scanner = JSONScanner(from: start, to: end, decodedStart: bytes.count)
    while true {
      scanner.skipSpace(bytes)
      reached = scanner.at
      guard reached < end else { return nil }
      let (expected, wasOnPath) = (expectation, isOnPath)
      do throws(JSONFault) {
        if try structure(bytes[reached]) { return reached &+ 1 }
        try part(bytes, &scanner)
        guard bytes[reached].isNumeric, scanner.at == end else { continue }
      } catch {
        guard goesOn(error, bytes, scanner.at, end) else {
          throw Fault(fault: error, offset: scanner.at)
        }
      }
      (expectation, isOnPath) = (expected, wasOnPath)
      return nil
    }
  }

  /// Moves over the bracket, mark, text, number or word here.
  private mutating func part(
    _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
  ) throws(JSONFault) {
    let byte = bytes[scanner.at]
    switch byte {
    case UInt8(ascii: "\""):
      // The key of an open object in which the next key of the path is looked for.
      if expectation == .colon, !isBehind, followed < path.count, open.count == followed &+ 1 {
        if try scanner.wholeText(bytes).utf8.elementsEqual(path[followed].utf8) {
          followed &+= 1
          isOnPath = true
        }
      } else {
        try scanner.skipText(bytes)
        let end = scanner.at
        try scanner.validate(bytes, reached &+ 1, end &- 1)
      }
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: ":"):
      scanner.at &+= 1
    default: try scanner.skipScalar(bytes, byte)
    }
  }

  /// Whether a fault may only be that the bytes end here.
  private func goesOn(_ fault: JSONFault, _ bytes: Span<UInt8>, _ place: Int, _ end: Int) -> Bool {
    switch fault {
    case .openString: true
    case .number: (reached..<end).allSatisfy { bytes[$0].isNumeric }
    case .value: (reached..<end).allSatisfy { bytes[$0].isLetter }
    case .escape, .surrogate:
      // Two halves of a pair have twelve bytes.
      place &+ 12 > end && (place..<end).allSatisfy { bytes[$0] != UInt8(ascii: "\"") }
    default: false
    }
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
      expectation = .colon
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
      guard open.count < JSONScanner.deepest else { throw .depth }
      let isObject = byte == UInt8(ascii: "{")
      open.append(isObject)
      expectation = isObject ? .firstKey : .firstElement
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"): throw .value
    default: expectation = .separator
    }
    return false
  }

  private mutating func close(isObject: Bool) throws(JSONFault) {
    // The object that should hold the next key of the path ends without it.
    if !isBehind, open.count == followed &+ 1 { throw .noSuchKey }
    open.removeLast()
    expectation = .separator
  }
}

extension UInt8 {
  /// Whether a byte may stand in a number.
  fileprivate var isNumeric: Bool { isDigit || "+-.eE".utf8.contains(self) }
}
