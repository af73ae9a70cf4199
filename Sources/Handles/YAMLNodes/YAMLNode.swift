package import FootlightPlatform

/// A value in a YAML document and where it stands.
package struct YAMLNode: Sendable, Hashable {
  /// The value.
  package enum Content: Sendable, Hashable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLPair])
  }

  /// The value.
  package var content: Content
  /// Where it begins.
  package var location: SourceLocation

  /// Makes a node.
  package init(_ content: Content, at location: SourceLocation) {
    self.content = content
    self.location = location
  }

  /// The scalar, if it is one.
  package var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The elements, if it is a list.
  package var elements: [YAMLNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The pairs in the order of the file, if it is a mapping.
  package var pairs: [YAMLPair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// The text of a scalar as the file holds it, whatever it means.
  package var text: String? { scalar?.text }

  /// Whether it is a plain scalar that means null.
  package var isNull: Bool { scalar?.meaning == .null }

  /// The value of a key, if this is a mapping that holds it.
  package subscript(key: String) -> YAMLNode? {
    pairs?.first { $0.name == key }?.value
  }

  /// The kind of the value in words for a message, such as “a list” or “a number”.
  package var kindName: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar): scalar.meaning.kindName
    }
  }
}

/// A key of a mapping and its value.
package struct YAMLPair: Sendable, Hashable {
  /// The key, a scalar.
  package var key: YAMLNode
  /// The value.
  package var value: YAMLNode

  /// Makes a pair.
  package init(key: YAMLNode, value: YAMLNode) {
    self.key = key
    self.value = value
  }

  /// The text of the key.
  package var name: String { key.text ?? "" }
}

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
      try checkText(span, from: start, &places)
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

/// How much YAML a reader accepts.
package struct YAMLLimits: Sendable, Hashable {
  /// Bytes in all.
  package var bytes: Int
  /// Lists and mappings within each other.
  package var depth: Int
  /// Scalars, lists and mappings in all, keys included.
  package var nodes: Int

  /// Limits for a file that a person has written.
  package init(bytes: Int = 1 << 20, depth: Int = 64, nodes: Int = 100_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}
