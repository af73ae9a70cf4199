package import FootlightPlatform

// A hot file: every JSON record passes through here; benchmark `readers`.

/// Walks one JSON record after the other together with the paths that are wanted.
///
/// Values without escapes stay where they are; others are decoded into `decoded`, which the batch
/// takes over after its raw bytes. Everything is checked as RFC 8259 says, also what is skipped;
/// UTF-8 is checked in values that are used.
package struct JSONDecoder: RecordDecoding, ~Copyable {
  let trie: FieldTrie
  /// The slots of the key that stands before each record; nil when none does.
  let keySlots: [UInt16]?
  /// The state of a record that is no object; nowhere when each has to be one.
  let valueState: Int32
  /// The values of the batch so far.
  package var values: [FieldValue] = []
  /// What walks the text; the texts that it decodes are the batch's.
  package var scanner = JSONScanner()
  /// How many values there may be at the end of the record.
  private var valueLimit = 0
  /// Hashes of the keys of open objects of which every member is wanted.
  var memberHashes: [UInt64] = []

  /// Where `scanner.decoded` will begin in the batch's bytes.
  package var decodedStart: Int {
    get { scanner.decodedStart }
    set { scanner.decodedStart = newValue }
  }
  package var decoded: ByteArena {
    _read { yield scanner.decoded }
    _modify { yield &scanner.decoded }
  }
  /// Where the mistake is, after an error.
  var at: Int { scanner.at }

  package init(
    _ trie: FieldTrie, keySlots: [UInt16]? = nil, valueState: Int32 = FieldTrie.nowhere
  ) {
    self.trie = trie
    self.keySlots = keySlots
    self.valueState = valueState
  }

  /// Reads one record; its values are appended.
  ///
  /// After an error `at` is the place of the mistake and no value of the record is left.
  mutating func record(_ bytes: Span<UInt8>, _ raw: ByteRange) throws(JSONFault) {
    try document(bytes, raw) { (decoder) throws(JSONFault) in
      if let keySlots = decoder.keySlots { try decoder.memberKey(bytes, keySlots) }
      let start = decoder.scanner.at
      if bytes[start] == UInt8(ascii: "{") {
        try decoder.value(bytes, FieldTrie.root, depth: 0)
      } else {
        try decoder.value(bytes, decoder.valueState, depth: 0)
        if decoder.valueState == FieldTrie.nowhere {
          decoder.scanner.at = start
          throw .notAnObject
        }
      }
    }
  }

  /// Reads one document, which need not be an object, as `state` wants it.
  ///
  /// After an error no value of it is left.
  package mutating func document(
    _ bytes: Span<UInt8>, _ raw: ByteRange, _ state: Int32
  ) throws(JSONFault) {
    try document(bytes, raw) { (decoder) throws(JSONFault) in
      try decoder.value(bytes, state, depth: 0)
    }
  }

  @inline(__always)
  private mutating func document(
    _ bytes: Span<UInt8>, _ raw: ByteRange,
    _ read: (inout JSONDecoder) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    scanner.begin(raw)
    let first = values.count
    valueLimit = first &+ recordValueLimit
    do throws(JSONFault) {
      scanner.skipSpace(bytes)
      guard scanner.at < scanner.end else { throw .value }
      try read(&self)
      scanner.skipSpace(bytes)
      if scanner.at != scanner.end { throw .afterValue }
    } catch {
      values.removeSubrange(first...)
      scanner.recover()
      memberHashes.removeAll(keepingCapacity: true)
      throw error
    }
  }

  /// Reads the key of a record, and goes to its value.
  @inline(never)
  private mutating func memberKey(_ bytes: Span<UInt8>, _ slots: [UInt16]) throws(JSONFault) {
    guard bytes[scanner.at] == UInt8(ascii: "\"") else { throw .key }
    let key = try scanner.text(bytes)
    for slot in slots { values.append(FieldValue(slot: slot, kind: .text, bytes: key)) }
    try scanner.skipColon(bytes)
    guard scanner.at < scanner.end else { throw .value }
  }

  /// Reads the value here as `state` wants it.
  @inline(__always)
  mutating func value(
    _ bytes: Span<UInt8>, _ state: Int32, depth: Int
  ) throws(JSONFault) {
    if state == FieldTrie.nowhere {
      let byte = bytes[scanner.at]
      if byte == UInt8(ascii: "\"") {
        try scanner.skipText(bytes)
      } else {
        try scanner.skipValue(bytes, depth: depth)
      }
    } else {
      try wantedValue(bytes, state, depth: depth)
    }
  }

  private mutating func wantedValue(
    _ bytes: Span<UInt8>, _ number: Int32, depth: Int
  ) throws(JSONFault) {
    if values.count > valueLimit { throw .values }
    var state = trie.states[Int(number)]
    let start = scanner.at
    let byte = bytes[start]
    if state.single >= 0, byte != UInt8(ascii: "[") { state = trie.states[Int(state.single)] }
    switch byte {
    case UInt8(ascii: "\""):
      if state.slotCount == 0 {
        try scanner.skipText(bytes)
      } else {
        emit(state, .text, try scanner.text(bytes))
      }
    case UInt8(ascii: "{"):
      if state.wantsMembers {
        try object(bytes, state, depth: depth &+ 1)
      } else {
        try scanner.skipValue(bytes, depth: depth)
      }
      try emit(state, .object, bytes, from: start)
    case UInt8(ascii: "["):
      if state.wantsElements {
        try array(bytes, state, depth: depth &+ 1)
      } else {
        try scanner.skipValue(bytes, depth: depth)
      }
      try emit(state, .list, bytes, from: start)
    default:
      try scanner.skipScalar(bytes, byte)
      let kind: FieldKind =
        switch byte {
        case UInt8(ascii: "t"): .yes
        case UInt8(ascii: "f"): .no
        case UInt8(ascii: "n"): .null
        default: .number
        }
      emit(state, kind, ByteRange(start: start, count: scanner.at &- start))
    }
  }

  private mutating func array(
    _ bytes: Span<UInt8>, _ state: FieldTrie.State, depth: Int
  ) throws(JSONFault) {
    if depth > JSONScanner.deepest { throw .depth }
    scanner.at &+= 1
    scanner.skipSpace(bytes)
    if bytes[scanner.at] == UInt8(ascii: "]") {
      scanner.at &+= 1
      return
    }
    var index = 0
    while true {
      try value(bytes, trie.element(of: state, at: index), depth: depth)
      index &+= 1
      scanner.skipSpace(bytes)
      let next = bytes[scanner.at]
      scanner.at &+= 1
      if next == UInt8(ascii: "]") { return }
      guard next == UInt8(ascii: ",") else {
        scanner.at &-= 1
        throw .endOfArray
      }
      scanner.skipSpace(bytes)
    }
  }

  /// Appends a value to all slots of a state.
  @inline(__always)
  private mutating func emit(_ state: FieldTrie.State, _ kind: FieldKind, _ range: ByteRange) {
    for place in Int(state.firstSlot)..<Int(state.firstSlot &+ state.slotCount) {
      values.append(FieldValue(slot: trie.slots[place], kind: kind, bytes: range))
    }
  }

  /// Appends a list or an object as a whole, if that is wanted.
  private mutating func emit(
    _ state: FieldTrie.State, _ kind: FieldKind, _ bytes: Span<UInt8>, from start: Int
  ) throws(JSONFault) {
    guard state.slotCount > 0 else { return }
    let stop = scanner.at
    if !bytes.isASCII(from: start, to: stop) { try scanner.validate(bytes, start, stop) }
    emit(state, kind, ByteRange(start: start, count: stop &- start))
  }
}
