extension StringProtocol where SubSequence == Substring {
  /// The text without white space around it.
  package var trimmed: String { String(drop(while: \.isWhitespace).trimmedEnd) }

  /// The text without white space at its end.
  package var trimmedEnd: Substring {
    lastIndex { !$0.isWhitespace }.map { self[...$0] } ?? ""
  }
}
