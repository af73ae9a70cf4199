import FileHandles
import FootlightPlatform

extension Written {
  /// The value of a YAML node.
  init(_ node: YAMLNode) {
    location = node.location
    switch node.content {
    case .sequence(let elements):
      content = .list(elements.map(Written.init))
    case .mapping(let pairs):
      content = .mapping(
        pairs.map { pair in
          Entry(name: pair.name, location: pair.key.location, value: Written(pair.value))
        })
    case .scalar(let scalar):
      switch scalar.meaning {
      case .null: content = .null
      case .yes: content = .boolean(true)
      case .no: content = .boolean(false)
      case .number: content = .number(scalar.text)
      case .text: content = .text(scalar.text)
      }
    }
  }
}
