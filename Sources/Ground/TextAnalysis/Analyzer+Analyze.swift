package import FootlightPlatform

extension Analyzer {
  /// Appends the tokens of a piece of text to a buffer, with positions from 0.
  ///
  /// Any bytes will do: what is not UTF-8 separates. For ``AnalysisForm/field`` the buffer also
  /// learns whether the name form would differ.
  package func analyze(
    _ text: borrowing ByteArena, _ range: ByteRange, as form: AnalysisForm,
    into buffer: inout TokenBuffer
  ) {
    precondition(range.upperBound <= text.count)
    let first = buffer.tokens.count
    var scanner = Scanner(
      from: range.lowerBound, to: range.upperBound, position: 0, derives: form == .field)
    scanner.run(text, stopWordTable, into: &buffer)
    if buffer.tokens.count == first, range.count > 0 {
      _ = Scanner.punctuation(text, range, into: &buffer)
    }
    switch form {
    case .field:
      buffer.nameDiffers = scanner.content.nameDiffers
    case .name:
      buffer.nameDiffers = false
      if scanner.content.nameDiffers { NameForm.apply(to: &buffer, from: first) }
    }
  }

  /// The tokens of a text as own values.
  package func analyze(_ text: String, as form: AnalysisForm) -> [AnalyzedToken] {
    let source = ByteArena(text)
    var buffer = TokenBuffer()
    analyze(source, source.all, as: form, into: &buffer)
    return buffer.tokens.map { token in
      AnalyzedToken(
        text: buffer.bytes.text(token.text), position: Int(token.position), traits: token.traits)
    }
  }
}
