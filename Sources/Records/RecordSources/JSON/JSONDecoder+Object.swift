import FootlightPlatform

// A hot file: the keys of every record are looked up here; benchmark `readers`.

extension JSONDecoder {
  /// Reads the members of the object that opens here.
  mutating func object(
    _ bytes: Span<UInt8>, _ state: FieldTrie.State, depth: Int
  ) throws(JSONFault) {
    if depth > JSONScanner.deepest { throw .depth }
    let open = scanner.at
    let firstValue = values.count
    let firstHash = memberHashes.count
    let wantsAll = state.otherMember != FieldTrie.nowhere || state.childCount > 64
    var seen: UInt64 = 0
    var isRepeated = false
    var hint: Int32 = 0
    scanner.at &+= 1
    scanner.skipSpace(bytes)
    if bytes[scanner.at] == UInt8(ascii: "}") {
      scanner.at &+= 1
      return
    }
    while true {
      let place = try key(bytes, state, hint: &hint, hashes: wantsAll)
      try scanner.skipColon(bytes)
      if let place {
        if !wantsAll {
          let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place &- Int(state.firstChild))
          if seen & bit != 0 { isRepeated = true }
          seen |= bit
        }
        try value(bytes, trie.children[place].state, depth: depth)
      } else {
        try value(bytes, state.otherMember, depth: depth)
      }
      scanner.skipSpace(bytes)
      let next = bytes[scanner.at]
      if next == UInt8(ascii: "}") { break }
      guard next == UInt8(ascii: ",") else { throw .endOfObject }
      scanner.at &+= 1
      scanner.skipSpace(bytes)
    }
    scanner.at &+= 1
    if wantsAll {
      let hashes = memberHashes[firstHash...]
      if Set(hashes).count < hashes.count { isRepeated = true }
      memberHashes.removeSubrange(firstHash...)
    }
    if isRepeated {
      values.removeSubrange(firstValue...)
      scanner.at = open
      try objectWithRepeatedKeys(bytes, state, depth: depth)
    }
  }

  /// Reads the key here; returns its place among the children of `state`.
  @inline(__always)
  private mutating func key(
    _ bytes: Span<UInt8>, _ state: FieldTrie.State, hint: inout Int32, hashes: Bool
  ) throws(JSONFault) -> Int? {
    guard bytes[scanner.at] == UInt8(ascii: "\"") else { throw .key }
    let start = scanner.at &+ 1
    let stop = scanner.endOfPlainText(bytes, start)
    guard bytes[stop] == UInt8(ascii: "\"") else {
      return try escapedKey(bytes, state, hashes: hashes)
    }
    scanner.at = stop &+ 1
    if hashes { memberHashes.append(bytes.keyHash(from: start, to: stop)) }
    return trie.child(of: state, key: bytes, from: start, length: stop &- start, hint: &hint)
  }

  @inline(never)
  private mutating func escapedKey(
    _ bytes: Span<UInt8>, _ state: FieldTrie.State, hashes: Bool
  ) throws(JSONFault) -> Int? {
    let (place, hash) = self.place(of: try decodedKey(bytes), state)
    if hashes { memberHashes.append(hash) }
    return place
  }

  /// The place of a key among the children of a state, and its hash.
  private func place(of key: consuming ByteArena, _ state: FieldTrie.State) -> (Int?, UInt64) {
    let length = key.count
    key.append(zeros: scanPadding)
    var hint: Int32 = 0
    return key.withSpan(key.all) { span in
      (
        trie.child(of: state, key: span, from: 0, length: length, hint: &hint),
        span.keyHash(from: 0, to: length)
      )
    }
  }

  /// The bytes of the key here, decoded.
  mutating func decodedKey(_ bytes: Span<UInt8>) throws(JSONFault) -> ByteArena {
    guard bytes[scanner.at] == UInt8(ascii: "\"") else { throw .key }
    let kept = scanner.decoded.count
    let range = try scanner.text(bytes)
    var key = ByteArena()
    if range.lowerBound >= scanner.decodedStart {
      key.append(
        scanner.decoded,
        ByteRange(start: range.lowerBound &- scanner.decodedStart, count: Int(range.count)))
      scanner.decoded.truncate(to: kept)
    } else {
      key.append(bytes.extracting(range.lowerBound..<range.upperBound))
    }
    return key
  }

  /// Reads an object in which a key is written more than once: the last one counts.
  ///
  /// The object is walked twice; nothing is kept of the members that another one replaces.
  @inline(never)
  private mutating func objectWithRepeatedKeys(
    _ bytes: Span<UInt8>, _ state: FieldTrie.State, depth: Int
  ) throws(JSONFault) {
    let open = scanner.at
    var last: [[UInt8]: Int] = [:]
    var number = 0
    repeat {
      let key = try nextKey(bytes)
      last[key.bytes(key.all)] = number
      number &+= 1
      try scanner.skipValue(bytes, depth: depth)
      scanner.skipSpace(bytes)
    } while bytes[scanner.at] == UInt8(ascii: ",")
    scanner.at = open
    number = 0
    repeat {
      let key = try nextKey(bytes)
      let isLast = last[key.bytes(key.all)] == number
      number &+= 1
      let member = place(of: key, state).0.map { trie.children[$0].state } ?? state.otherMember
      try value(bytes, isLast ? member : FieldTrie.nowhere, depth: depth)
      scanner.skipSpace(bytes)
    } while bytes[scanner.at] == UInt8(ascii: ",")
    scanner.at &+= 1
  }

  /// Moves over the brace or comma here and over a key and its colon; returns the key.
  private mutating func nextKey(_ bytes: Span<UInt8>) throws(JSONFault) -> ByteArena {
    scanner.at &+= 1
    scanner.skipSpace(bytes)
    let key = try decodedKey(bytes)
    try scanner.skipColon(bytes)
    return key
  }
}

extension Span where Element == UInt8 {
  /// A hash of a key; the span must hold the padding after `end`.
  @inline(__always)
  fileprivate func keyHash(from start: Int, to end: Int) -> UInt64 {
    var state = UInt64(truncatingIfNeeded: end &- start) ^ 0x9E37_79B9_7F4A_7C15
    var at = start
    while at &+ 8 <= end {
      state = ByteArena.mix(state ^ word(at), 0xA076_1D64_78BD_642F)
      at &+= 8
    }
    if at < end {
      let rest = word(at) & ((1 &<< UInt64(truncatingIfNeeded: (end &- at) &* 8)) &- 1)
      state = ByteArena.mix(state ^ rest, 0xE703_7ED1_A0B4_28DB)
    }
    return state
  }
}
