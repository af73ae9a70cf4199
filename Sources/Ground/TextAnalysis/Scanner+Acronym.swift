import FootlightPlatform

extension Scanner {
  /// Reads on past a single letter and its point as long as such pairs follow, all with spaces
  /// between or all without; without, the last letter may lack its point.
  ///
  /// Where spaces stand between, a letter that begins a group without spaces is left to that group
  /// ("v. U.S."), and a v joins nothing: it is the versus of case names ("U. S. v. Nixon").
  ///
  /// Returns whether a second letter joined; if not, nothing was read.
  mutating func joinLetters(
    _ text: borrowing ByteArena, from start: Int, _ buffer: inout TokenBuffer
  ) -> Bool {
    var place = offset &+ FoldingTable.record(text, offset, end).size
    var isSpaced: Bool?
    while true {
      let next = Scanner.skipSpaces(text, place, end)
      let hasSpaces = next > place
      if let isSpaced, isSpaced != hasSpaces { break }
      let record = FoldingTable.record(text, next, end)
      guard record.kind == .letter else { break }
      let after = Scanner.skipIgnored(text, next &+ record.size, end)
      let follower = FoldingTable.record(text, after, end)
      if follower.kind == .point {
        let behind = after &+ follower.size
        if hasSpaces {
          let isVersus = Scanner.isVersus(text[next]) || buffer.bytes[start] == 0x76
          if isVersus || Scanner.isLetterAlone(text, behind, end) { break }
        }
        FoldingTable.append(record, at: next, of: text, to: &buffer.bytes)
        place = behind
        isSpaced = hasSpaces
        continue
      }
      if !hasSpaces, Scanner.isLoose(follower) {
        FoldingTable.append(record, at: next, of: text, to: &buffer.bytes)
        place = after
        isSpaced = false
      }
      break
    }
    guard isSpaced != nil else { return false }
    offset = place
    return true
  }

  private static func isVersus(_ byte: UInt8) -> Bool { byte | 0x20 == 0x76 }

  /// Whether a single letter stands at an offset, with or without a point.
  private static func isLetterAlone(
    _ text: borrowing ByteArena, _ offset: Int, _ end: Int
  ) -> Bool {
    let record = FoldingTable.record(text, offset, end)
    guard record.kind == .letter else { return false }
    let after = skipIgnored(text, offset &+ record.size, end)
    let follower = FoldingTable.record(text, after, end)
    return follower.kind == .point || isLoose(follower)
  }

  /// Whether a letter in front of this character is one by itself.
  private static func isLoose(_ follower: CharacterRecord) -> Bool {
    !follower.isWordStart && follower.kind != .mark && follower.kind != .apostrophe
  }

  private static func skipSpaces(_ text: borrowing ByteArena, _ start: Int, _ end: Int) -> Int {
    var offset = start
    while offset &- start < 12 {
      let record = FoldingTable.record(text, offset, end)
      guard record.kind == .space else { break }
      offset &+= record.size
    }
    return offset
  }

  private static func skipIgnored(_ text: borrowing ByteArena, _ start: Int, _ end: Int) -> Int {
    var offset = start
    while true {
      let record = FoldingTable.record(text, offset, end)
      guard record.kind == .ignored else { return offset }
      offset &+= record.size
    }
  }
}
