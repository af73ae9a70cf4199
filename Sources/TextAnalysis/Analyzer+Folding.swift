public import FootlightPlatform

extension Analyzer {
  /// Appends a text folded as a whole: case, width and marks go, punctuation stays, white space
  /// becomes single spaces between words; how texts of attributes are compared.
  public func appendFolded(
    of text: borrowing ByteArena, _ range: ByteRange, into folded: inout ByteArena
  ) {
    var pending = false
    let start = folded.count
    for offset in range.lowerBound..<range.upperBound {
      let byte = text[offset]
      if byte == 0x20 || byte &- 9 < 5 {
        pending = folded.count > start
        continue
      }
      if pending { folded.append(0x20) }
      pending = false
      folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
    }
  }
}
