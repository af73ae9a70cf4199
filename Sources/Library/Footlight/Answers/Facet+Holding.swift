import FootlightPlatform
import SegmentFiles
import SegmentSearching
import TextAnalysis

extension Facet {
  /// The facet with the values that hold a text; case, accents and width make no difference.
  ///
  /// - Complexity: the bytes of the values; it keeps to the bounds of its search.
  func holding(_ text: String, _ bounds: SearchBounds?) throws(Failure) -> Facet {
    let sought = SoughtText(Facet.folded(text))
    var found = Facet(name, [], isAtLeast: isAtLeast)
    var pace = SearchPace(bounds)
    for value in values {
      let folded =
        switch value.value {
        case .text(let text), .date(let text): Facet.folded(text)
        case .number(let number): Array(Quantity.plain(number).utf8)
        case .boolean(let truth): Array((truth ? "true" : "false").utf8)
        }
      try pace.step(by: 8 + folded.count)
      if sought.stands(in: folded) { found.values.append(value) }
    }
    return found
  }

  private static func folded(_ text: String) -> [UInt8] {
    let source = ByteArena(text)
    var folded = ByteArena()
    Analyzer().appendFolded(of: source, source.all, into: &folded)
    return folded.bytes(folded.all)
  }
}

/// Bytes that are looked for in others, after Knuth, Morris and Pratt: no byte is passed twice, however the two repeat.
private struct SoughtText {
  private let bytes: [UInt8]
  /// How many of the first bytes are met again before each one.
  private var again = [0]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var met = 0
    for byte in bytes.dropFirst() {
      met = after(byte, met)
      again.append(met)
    }
  }

  func stands(in text: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return true }
    var met = 0
    for byte in text {
      met = after(byte, met)
      if met == bytes.count { return true }
    }
    return false
  }

  /// How many of the first bytes are met once one more was read.
  private func after(_ byte: UInt8, _ met: Int) -> Int {
    var met = met
    while met > 0, bytes[met] != byte { met = again[met - 1] }
    return bytes[met] == byte ? met + 1 : 0
  }
}
