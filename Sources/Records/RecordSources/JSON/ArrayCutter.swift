import FootlightPlatform

/// Cuts a JSON document that holds records in a list or in an object: the document itself, or what
/// lies within it at a path of keys.
struct ArrayCutter: RecordCutter {
  /// The keys that lead to the records.
  let path: [String]
  private let takesObjects: Bool
  /// The names of which a document that is a record must hold one; empty where it need not.
  private let asked: [[UInt8]]
  /// The key under which records hold further ones; empty for none.
  private let nested: [UInt8]
  /// The text around them, and how much of it has been read.
  private var document: DocumentScan
  private var phase = Phase.before

  private enum Phase: Sendable {
    /// The array has not begun.
    case before
    /// An element may begin, or the array end.
    case first
    /// An element must begin: a comma stands before it.
    case element
    /// The array has ended.
    case behind
  }

  init(path: [String], takesObjects: Bool, nested: String, asked: [[UInt8]]) {
    self.path = path
    self.asked = asked
    self.takesObjects = takesObjects
    self.nested = Array(nested.utf8)
    document = DocumentScan(path: path, takesObjects: takesObjects)
  }

  /// Whether the records are members of an object.
  var layout: (any Sendable)? { document.isKeyed && nested.isEmpty }

  var unfinished: String {
    phase == .before || phase == .behind ? "a text outside of the records" : "a record"
  }

  /// The byte that ends the records.
  private var closing: UInt8 { document.isKeyed ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  mutating func cut(
    _ bytes: Span<UInt8>, _ count: Int, isLast: Bool, into records: inout RecordRanges
  ) throws(CutDamage) -> Int {
    var taken = 0
    if phase == .before, path.isEmpty, !takesObjects, !document.hasBegun {
      // A document that is an object is one record, as in YAML.
      let from = bytes.afterSpace(0, count)
      if from < count, bytes[from] == UInt8(ascii: "{") {
        guard isLast else { return from }
        guard holdsAsked(bytes, from, count) else {
          throw damage(DocumentScan.Fault(fault: .notTheArray, offset: from), byte: bytes[from])
        }
        var end = count
        while bytes[end &- 1].isSpace { end &-= 1 }
        append(bytes, from, end, to: &records)
        phase = .behind
        return count
      }
    }
    if phase == .before {
      guard let start = try around(bytes, from: 0, to: count) else {
        if isLast { throw endBeforeArray(count) }
        return document.reached
      }
      taken = start
      phase = .first
    }
    var elements = ElementCursor(closing: closing, at: taken, isFirst: phase == .first)
    while phase != .behind {
      do throws(ElementCursor.Fault) {
        // An empty range is an element that is missing between two commas: a bad record.
        if let element = try elements.next(bytes, to: count) {
          append(bytes, element.lowerBound, element.upperBound, to: &records)
          phase = .element
        }
      } catch {
        guard error == .unclosed || isLast else { return taken }
        guard error == .unclosed else { throw cutOff(bytes, taken, count) }
        throw CutDamage(
          offset: elements.at,
          message: document.isKeyed
            ? "the object is closed by a bracket" : "the array is closed by a brace",
          remedy: "look for a bracket or a quote that is not closed before this place")
      }
      taken = elements.at
      if elements.hasEnded { leave() }
    }
    _ = try around(bytes, from: taken, to: count)
    if isLast, !document.isComplete {
      throw CutDamage(
        offset: count, message: "the file ends within an object",
        remedy: "check that the file is complete")
    }
    return isLast ? count : document.reached
  }

  /// Goes on with what stands around the array; the offset after the bracket that opens it.
  private mutating func around(
    _ bytes: Span<UInt8>, from start: Int, to end: Int
  ) throws(CutDamage) -> Int? {
    do throws(DocumentScan.Fault) {
      return try document.scan(bytes, from: start, to: end)
    } catch {
      throw damage(error, byte: bytes[error.offset])
    }
  }

  /// Appends an element, with the records in it where they are wanted; those of an object without their keys.
  private func append(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, to records: inout RecordRanges
  ) {
    guard !nested.isEmpty else { return records.append(from: start, to: end) }
    let from = document.isKeyed ? bytes.valueOfMember(from: start, to: end) : start
    guard let from, from < end, bytes[from] == UInt8(ascii: "{") else {
      return records.append(from: from ?? start, to: end)
    }
    bytes.appendNested(from, end, under: nested, to: &records)
  }

  /// Whether an object has a member that is asked for: one without any holds its records somewhere else.
  private func holdsAsked(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    if asked.isEmpty { return true }
    var members = ElementCursor(bytes, at: start)
    while let member = (try? members.next(bytes, to: end)) ?? nil {
      if asked.contains(where: { bytes.isMember(member, named: $0) }) { return true }
    }
    return false
  }

  private mutating func leave() {
    phase = .behind
    document.leaveArray()
  }
}

extension ArrayCutter {
  /// The mistake around the array, in words.
  private func damage(_ error: DocumentScan.Fault, byte: UInt8) -> CutDamage {
    let keys = path.joined(separator: ".")
    switch error.fault {
    case .notTheArray:
      return CutDamage(
        offset: error.offset,
        message: path.isEmpty
          ? "the file must hold a list of records" : "at `\(keys)` there are no records",
        remedy: byte == UInt8(ascii: "{")
          ? "say with `records:` where they are, or use kind jsonl for an object a line"
          : "check that the file is JSON, and complete", isLost: true)
    case .noSuchKey:
      return CutDamage(
        offset: error.offset, message: "the document has no `\(keys)`",
        remedy: "say with `records:` which keys lead to the records", isLost: true)
    case .afterValue:
      return CutDamage(
        offset: error.offset,
        message: "nothing may stand here, after the end of the document",
        remedy: "look for a bracket too many before this place, or a second document in the file")
    default:
      return CutDamage(
        offset: error.offset, message: error.fault.message, remedy: error.fault.remedy)
    }
  }

  private func endBeforeArray(_ count: Int) -> CutDamage {
    document.hasBegun
      ? CutDamage(
        offset: count, message: "the file ends before the array of records",
        remedy: "check that the file is complete")
      : CutDamage(
        offset: count, message: "the file is empty", remedy: "write `[]` for no records")
  }

  private func cutOff(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> CutDamage {
    let from = bytes.afterSpace(start, count)
    return CutDamage(
      offset: from,
      message: from < count
        ? "the file ends within the record that begins here" : "the file ends within the array",
      remedy: "check that the file is complete")
  }
}
