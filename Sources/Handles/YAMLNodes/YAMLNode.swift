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
