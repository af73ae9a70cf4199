package import FootlightPlatform

extension YAMLNode {
  /// The documents of a YAML text; none when it holds nothing but comments.
  ///
  /// Everything that is wrong with it comes in one failure, up to the first syntax error.
  package static func parse(_ text: String, file: String, limits: YAMLLimits = YAMLLimits())
    throws(Failure) -> [YAMLNode]
  {
    let bytes = ByteArena(text)
    return try parse(bytes, bytes.all, file: file, limits: limits)
  }

  /// The documents in bytes of an arena, which begin on line `firstLine` of `file`.
  package static func parse(
    _ bytes: borrowing ByteArena, _ range: ByteRange? = nil, file: String, firstLine: Int = 1,
    limits: YAMLLimits = YAMLLimits()
  ) throws(Failure) -> [YAMLNode] {
    let range = range ?? bytes.all
    guard Int(range.count) <= limits.bytes else {
      throw Failure(
        .yamlTooLarge, "\(range.count) bytes of YAML are more than the \(limits.bytes) allowed",
        at: SourceLocation(file: file), remedy: "make it shorter")
    }
    return try bytes.withSpan(range) { span throws(Failure) in
      let start = hasByteOrderMark(span) ? 3 : 0
      var places = YAMLPlaces(file: file, firstLine: firstLine, start: start)
      let problems = forbiddenCharacters(span, from: start, &places)
      if let failure = Failure(problems) { throw failure }
      if let offset = excessDirective(span, from: start) {
        throw Failure(
          .yamlDirective, "%TAG is not supported", at: places.location(ofByte: offset, in: span),
          remedy: "remove the directive")
      }
      var tree = YAMLTree(limits: limits)
      try readEvents(span, from: start, places: &places, into: &tree)
      if let failure = Failure(tree.problems) { throw failure }
      return tree.documents
    }
  }
}

/// Whether UTF-8 text begins with its byte order mark.
func hasByteOrderMark(_ bytes: borrowing Span<UInt8>) -> Bool {
  bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
}
