import FootlightPlatform
import TextAnalysis

/// How fast text becomes tokens: the values of a JSON-lines file, analysed value by value.
enum AnalysisBenchmark {
  /// The most bytes of a file that are measured.
  static let sample = 64 << 20

  static func run(_ path: String) throws(Failure) {
    let file = try File(path: path)
    var text = ByteArena(capacity: sample)
    while text.count < sample,
      try file.read(into: &text, at: text.count, upTo: min(1 << 20, sample - text.count)) > 0
    {}
    let values = strings(in: text)
    var bytes = 0
    for value in values { bytes += Int(value.count) }
    for (label, analyzer) in [
      ("no language", Analyzer()), ("english", Analyzer(language: .english)),
    ] {
      var buffer = TokenBuffer()
      var best = Int64.max
      var tokens = 0
      for _ in 0..<5 {
        tokens = 0
        let start = processorTime()
        for value in values {
          buffer.removeAll()
          analyzer.analyze(text, value, as: .field, into: &buffer)
          tokens += buffer.tokens.count
        }
        best = min(best, processorTime() - start)
      }
      let rate = Double(bytes) * 1000 / Double(best)
      let each = Double(best) / Double(max(tokens, 1))
      print(
        "\(path), \(label): \(values.count) values, \(bytes / 1_000_000) MB, \(tokens) tokens, "
          + "\(Int(rate)) MB/s, \((each * 10).rounded() / 10) ns a token")
    }
  }

  /// The text between quotes that is no key, as it stands: escapes are rare and left alone.
  private static func strings(in text: borrowing ByteArena) -> [ByteRange] {
    var found: [ByteRange] = []
    var offset = 0
    while let open = text.firstIndex(of: 0x22, from: offset, to: text.count) {
      guard var close = text.firstIndex(of: 0x22, from: open + 1, to: text.count) else { break }
      while text[close - 1] == 0x5C, text[close - 2] != 0x5C,
        let next = text.firstIndex(of: 0x22, from: close + 1, to: text.count)
      {
        close = next
      }
      let isKey = close + 1 < text.count && text[close + 1] == 0x3A
      if !isKey { found.append(ByteRange(start: open + 1, count: close - open - 1)) }
      offset = close + 1
    }
    return found
  }
}
