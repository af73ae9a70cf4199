import FootlightPlatform

extension Scanner {
  /// Reads on behind a single letter and its point as long as such pairs follow, with or without
  /// spaces between; the last letter may lack its point where no space precedes it.
  ///
  /// Returns whether a second letter joined; if not, nothing was read.
  mutating func joinLetters(_ text: borrowing ByteArena, _ buffer: inout TokenBuffer) -> Bool {
    var place = offset &+ FoldingTable.record(text, offset, end).size
    var joined = false
    while true {
      var next = place
      var record = FoldingTable.record(text, next, end)
      var spaces = 0
      while record.kind == .space, spaces < 4 {
        next &+= record.size
        spaces &+= 1
        record = FoldingTable.record(text, next, end)
      }
      guard record.kind == .letter else { break }
      var after = next &+ record.size
      var follower = FoldingTable.record(text, after, end)
      while follower.kind == .ignored {
        after &+= follower.size
        follower = FoldingTable.record(text, after, end)
      }
      if follower.kind == .point {
        FoldingTable.append(record, at: next, of: text, to: &buffer.bytes)
        place = after &+ follower.size
        joined = true
        continue
      }
      let isLoose = !follower.isWordStart && follower.kind != .mark && follower.kind != .apostrophe
      if spaces == 0, isLoose {
        FoldingTable.append(record, at: next, of: text, to: &buffer.bytes)
        place = after
        joined = true
      }
      break
    }
    if joined { offset = place }
    return joined
  }
}
