package import FootlightPlatform

extension Analyzer {
  /// Analyses a piece of text and tells where in it each token stood: for texts that are shown.
  ///
  /// The tokens are those of ``analyze(_:_:as:into:)``; `places` has one entry for each of them, the
  /// bytes of `text` that it was made of. What is derived of several words covers all of them. Both
  /// lists are emptied first. O(text), about half as fast as the analysis alone.
  package func locate(
    _ text: borrowing ByteArena, _ range: ByteRange, as form: AnalysisForm,
    into buffer: inout TokenBuffer, places: inout [ByteRange]
  ) {
    precondition(range.upperBound <= text.count)
    buffer.removeAll()
    places.removeAll(keepingCapacity: true)
    var scanner = Scanner(
      from: range.lowerBound, to: range.upperBound, position: 0, derives: form == .field)
    scanner.run(text, stopWordTable, into: &buffer, places: &places)
    // A piece of a longer text is no name of punctuation alone.
    if buffer.tokens.isEmpty, range.count == text.count,
      let place = Scanner.punctuation(text, range, into: &buffer)
    {
      places.append(place)
    }
    buffer.nameDiffers = scanner.content.nameDiffers
    guard form == .name else { return }
    buffer.nameDiffers = false
    if scanner.content.nameDiffers { cut(&buffer, &places) }
  }

  /// Cuts tokens as names are cut, and their places with them where that can be told.
  private func cut(_ buffer: inout TokenBuffer, _ places: inout [ByteRange]) {
    let whole = zip(buffer.tokens.map(\.text), places).map { (text: $0, place: $1) }
    NameForm.apply(to: &buffer, from: 0)
    var found: [ByteRange] = []
    var index = 0
    for token in buffer.tokens {
      // The parts keep their bytes, so each lies within the token that it is from.
      while index < whole.count - 1, whole[index].text.upperBound <= token.text.lowerBound {
        index += 1
      }
      guard index < whole.count else { break }
      let (text, place) = whole[index]
      if text.count == place.count {
        found.append(
          ByteRange(
            start: place.lowerBound + token.text.lowerBound - text.lowerBound,
            count: Int(token.text.count)))
      } else {
        found.append(place)
      }
    }
    places = found
  }
}
