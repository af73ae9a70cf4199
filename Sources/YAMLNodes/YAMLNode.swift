public import FootlightDiagnostics

/// A value in a YAML document and where it stands.
public struct YAMLNode: Sendable, Hashable {
  /// What the value is.
  public enum Content: Sendable, Hashable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLPair])
  }

  /// What the value is.
  public var content: Content
  /// Where it begins.
  public var location: SourceLocation

  /// Makes a node.
  public init(_ content: Content, at location: SourceLocation) {
    self.content = content
    self.location = location
  }

  /// The scalar, if it is one.
  public var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The elements, if it is a list.
  public var elements: [YAMLNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The pairs in the order of the file, if it is a mapping.
  public var pairs: [YAMLPair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// The text of a scalar as the file holds it, whatever it means.
  public var text: String? { scalar?.text }

  /// Whether it is a plain scalar that means null.
  public var isNull: Bool { scalar?.meaning == .null }

  /// The value of a key, if this is a mapping that holds it.
  public subscript(key: String) -> YAMLNode? {
    pairs?.first { $0.name == key }?.value
  }

  /// The kind of the value in words for a message, such as “a list” or “a number”.
  public var kindName: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar): scalar.meaning.kindName
    }
  }
}

/// A key of a mapping and its value.
public struct YAMLPair: Sendable, Hashable {
  /// The key, a scalar.
  public var key: YAMLNode
  /// The value.
  public var value: YAMLNode

  /// Makes a pair.
  public init(key: YAMLNode, value: YAMLNode) {
    self.key = key
    self.value = value
  }

  /// The text of the key.
  public var name: String { key.text ?? "" }
}
