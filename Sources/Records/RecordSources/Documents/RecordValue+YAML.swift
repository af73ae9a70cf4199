import FileHandles
import FootlightPlatform

extension RecordValue {
  /// The value that a node of YAML means.
  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      switch scalar.meaning {
      case .null: self = .null
      case .yes: self = .boolean(true)
      case .no: self = .boolean(false)
      case .number: self = .number(scalar.text)
      case .text: self = .text(scalar.text)
      }
    case .sequence(let nodes): self = .list(nodes.map { RecordValue($0) })
    case .mapping(let pairs): self = .object(Record(pairs))
    }
  }
}

extension Record {
  /// The fields of a mapping.
  init(_ pairs: [YAMLPair]) {
    self.init(pairs.map { Field($0.name, RecordValue($0.value)) })
  }
}
