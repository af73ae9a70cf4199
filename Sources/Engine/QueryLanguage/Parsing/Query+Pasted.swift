import FootlightPlatform
import TextAnalysis

extension Query {
  /// Whether a name is the whole text, marks included, but for capitals and the forms of its dashes and quotes.
  package func isPasted(_ name: String) -> Bool {
    Query.folded(text) == Query.folded(name)
  }

  private static func folded(_ text: String) -> [UInt8] {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2010...0x2015, 0x2212: plain.append("-")
      case 0x2018...0x201B: plain.append("'")
      case 0x201C...0x201F, 0xAB, 0xBB: plain.append("\"")
      default: plain.append(scalar)
      }
    }
    let source = ByteArena(String(plain))
    var folded = ByteArena(capacity: source.count)
    Analyzer().appendFolded(of: source, Analyzer.trimmed(source, source.all), into: &folded)
    return folded.bytes(folded.all)
  }
}
