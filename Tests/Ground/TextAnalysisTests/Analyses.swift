import TextAnalysis

/// The sequence of a text, its tokens divided by bars.
func sequence(_ text: String, _ analyzer: Analyzer = Analyzer()) -> String {
  analyzer.analyze(text, as: .field).filter { !$0.traits.contains(.derived) }
    .map(\.text).joined(separator: "|")
}

/// The derived tokens of a text, divided by bars.
func derived(_ text: String) -> String {
  Analyzer().analyze(text, as: .field).filter { $0.traits.contains(.derived) }
    .map(\.text).joined(separator: "|")
}

/// The name form of a text, its tokens divided by bars.
func name(_ text: String) -> String {
  Analyzer().analyze(text, as: .name).map(\.text).joined(separator: "|")
}
